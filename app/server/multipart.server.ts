/** One part of a form: `content` is what the sender wrote, piece by piece; what is not read of it is passed over. */
export type Part = {
  name: string;
  /** As the sender's browser gave it; undefined for a field that is no file. */
  fileName: string | undefined;
  content: AsyncIterableIterator<Buffer, void, undefined>;
};

/** A body that is not what a browser sends, or that ends before its end. */
export class BrokenMultipart extends Error {
  constructor() {
    super("A multipart body was cut off or is none.");
  }
}

const HEADERS_MAX_BYTES = 8 * 1024;
const PARTS_AT_MOST = 2_500;
const LINE_END = Buffer.from("\r\n");
const HEADERS_END = Buffer.from("\r\n\r\n");

/** The boundary that a Content-Type names (RFC 2046, section 5.1.1); undefined when it is no form with parts. */
export function boundaryOf(contentType: string | null): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))\s*(?:;|$)/i.exec(
      contentType ?? "",
    ) ?? [];
  return quoted ?? plain;
}

/**
 * Reads a form's parts as they come in (RFC 7578), holding no more than one chunk of the body at a time. Parts are read one
 * after the other: asking for the next one passes over what is left of the one before.
 * @throws BrokenMultipart, and what `body` throws
 */
export async function* readMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part, void, undefined> {
  const source = createSource(body);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no line end before it.
  source.putBack(LINE_END);
  await exhaust(upTo(source, delimiter));
  for (let count = 0; ; count += 1) {
    const after = await source.take(2);
    if (after.equals(Buffer.from("--"))) return;
    if (!after.equals(LINE_END) || count === PARTS_AT_MOST) throw new BrokenMultipart();
    const { name, fileName } = parseHeaders(await source.takeUntil(HEADERS_END, HEADERS_MAX_BYTES));
    const content = upTo(source, delimiter);
    yield { name, fileName, content: guarded(content) };
    await exhaust(content);
  }
}

/** Without `return`: what somebody stops reading in the middle is still there to be passed over. */
function guarded(content: AsyncGenerator<Buffer, void, undefined>): Part["content"] {
  return {
    next: () => content.next(),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function exhaust(content: AsyncGenerator<Buffer, void, undefined>): Promise<void> {
  while (!(await content.next()).done);
}

type Source = ReturnType<typeof createSource>;

function createSource(body: AsyncIterable<Uint8Array>) {
  const chunks = body[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  async function more(): Promise<void> {
    const next = await chunks.next();
    if (next.done) throw new BrokenMultipart();
    const { buffer, byteOffset, byteLength } = next.value;
    const chunk = Buffer.from(buffer, byteOffset, byteLength);
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
  }

  function cut(length: number): Buffer {
    const piece = held.subarray(0, length);
    held = held.subarray(length);
    return piece;
  }

  return {
    held: () => held,
    more,
    cut,
    putBack(bytes: Buffer) {
      held = Buffer.concat([bytes, held]);
    },
    async take(length: number): Promise<Buffer> {
      while (held.length < length) await more();
      return cut(length);
    },
    async takeUntil(end: Buffer, atMost: number): Promise<Buffer> {
      for (;;) {
        const at = held.indexOf(end);
        if (at > atMost || (at < 0 && held.length > atMost)) throw new BrokenMultipart();
        if (at >= 0) return cut(at + end.length).subarray(0, at);
        await more();
      }
    },
  };
}

/** The bytes in front of the next delimiter, which is taken away as well. */
async function* upTo(source: Source, delimiter: Buffer): AsyncGenerator<Buffer, void, undefined> {
  for (;;) {
    const at = source.held().indexOf(delimiter);
    if (at >= 0) {
      if (at > 0) yield source.cut(at);
      source.cut(delimiter.length);
      return;
    }
    const certain = source.held().length - beginningAtEnd(source.held(), delimiter);
    if (certain > 0) yield source.cut(certain);
    await source.more();
  }
}

/** How many bytes at the end of `bytes` may be the beginning of `delimiter`. */
function beginningAtEnd(bytes: Buffer, delimiter: Buffer): number {
  const from = Math.max(0, bytes.length - delimiter.length + 1);
  for (let at = bytes.indexOf(13, from); at >= 0; at = bytes.indexOf(13, at + 1)) {
    const rest = bytes.subarray(at);
    if (rest.equals(delimiter.subarray(0, rest.length))) return rest.length;
  }
  return 0;
}

/** Browsers write names in UTF-8 and only `"`, CR and LF percent-encoded (WHATWG HTML, section 4.10.21.8). */
function parseHeaders(bytes: Buffer): { name: string; fileName: string | undefined } {
  const [disposition] = /^content-disposition:[^\r\n]*/im.exec(decode(bytes)) ?? [];
  const name = parameter(disposition, "name");
  if (name === undefined) throw new BrokenMultipart();
  return { name, fileName: parameter(disposition, "filename") };
}

function parameter(disposition: string | undefined, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s";]+))`, "i").exec(disposition ?? "") ?? [];
  return (quoted ?? plain)?.replace(/%(22|0D|0A)/gi, (code) => decodeURIComponent(code));
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BrokenMultipart();
  }
}
