/** Unread `content` is skipped. */
export type MultipartPart = {
  name: string;
  /** Undefined for a field that is not a file. */
  fileName: string | undefined;
  content: AsyncIterableIterator<Buffer, void, undefined>;
};

/** The body is cut off or not a multipart form. */
export class BrokenMultipart extends Error {
  constructor() {
    super("The multipart body is cut off or malformed.");
  }
}

const HEADERS_MAX_BYTES = 8 * 1024;
const MAX_PARTS = 2_500;
const LINE_END = Buffer.from("\r\n");
const HEADERS_END = Buffer.from("\r\n\r\n");

/** RFC 2046, section 5.1.1; undefined unless it is a multipart form. */
export function boundaryOf(contentType: string | null): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))\s*(?:;|$)/i.exec(
      contentType ?? "",
    ) ?? [];
  return quoted ?? plain;
}

/**
 * Streams parts (RFC 7578) with one chunk of the body in memory at most; the next part skips the rest of the last one.
 * Own code, since other parsers accept malformed bodies or do not stream (docs/decisions/0017-file-uploads.md).
 * @throws BrokenMultipart, and what `body` throws
 */
export async function* readMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<MultipartPart, void, undefined> {
  // The first delimiter has no line end before it.
  const source = createSource(body, LINE_END);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  await skip(readUntil(source, delimiter));
  for (let count = 0; ; count += 1) {
    const after = await source.take(2);
    if (after.equals(Buffer.from("--"))) return;
    if (!after.equals(LINE_END) || count === MAX_PARTS) throw new BrokenMultipart();
    const headers = parseHeaders(await source.takeLine(HEADERS_END, HEADERS_MAX_BYTES));
    const content = readUntil(source, delimiter);
    // No `return`: leaving a loop over the content early must not end the generator, which is skipped below.
    const next = () => content.next();
    yield { ...headers, content: { next, [Symbol.asyncIterator]: () => ({ next }) as MultipartPart["content"] } };
    await skip(content);
  }
}

async function skip(content: AsyncGenerator<Buffer, void, undefined>): Promise<void> {
  while (!(await content.next()).done);
}

type Source = ReturnType<typeof createSource>;

function createSource(body: AsyncIterable<Uint8Array>, before: Buffer) {
  const chunks = body[Symbol.asyncIterator]();
  let held = before;

  async function more(): Promise<void> {
    const { done, value } = await chunks.next();
    if (done) throw new BrokenMultipart();
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
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
    async take(length: number): Promise<Buffer> {
      while (held.length < length) await more();
      return cut(length);
    },
    /** `end` is consumed. */
    async takeLine(end: Buffer, atMost: number): Promise<Buffer> {
      for (;;) {
        const at = held.indexOf(end);
        if (at > atMost || (at < 0 && held.length > atMost)) throw new BrokenMultipart();
        if (at >= 0) return cut(at + end.length).subarray(0, at);
        await more();
      }
    },
  };
}

/** The delimiter is consumed. */
async function* readUntil(source: Source, delimiter: Buffer): AsyncGenerator<Buffer, void, undefined> {
  for (;;) {
    const at = source.held().indexOf(delimiter);
    if (at >= 0) {
      if (at > 0) yield source.cut(at);
      source.cut(delimiter.length);
      return;
    }
    const certain = source.held().length - startAtEnd(source.held(), delimiter);
    if (certain > 0) yield source.cut(certain);
    await source.more();
  }
}

/** Length of the longest suffix of `bytes` that is a prefix of `delimiter`. */
function startAtEnd(bytes: Buffer, delimiter: Buffer): number {
  const from = Math.max(0, bytes.length - delimiter.length + 1);
  for (let at = bytes.indexOf(13, from); at >= 0; at = bytes.indexOf(13, at + 1)) {
    const rest = bytes.subarray(at);
    if (rest.equals(delimiter.subarray(0, rest.length))) return rest.length;
  }
  return 0;
}

/** Browsers send names in UTF-8 and escape only `"`, CR and LF, with `%` (WHATWG HTML, section 4.10.21.8). */
function parseHeaders(bytes: Buffer): { name: string; fileName: string | undefined } {
  const [disposition = ""] = /^content-disposition:[^\r\n]*/im.exec(decodeUtf8(bytes)) ?? [];
  const name = parameter(disposition, /;\s*name=(?:"([^"]*)"|([^\s";]+))/i);
  if (name === undefined) throw new BrokenMultipart();
  return { name, fileName: parameter(disposition, /;\s*filename=(?:"([^"]*)"|([^\s";]+))/i) };
}

function parameter(disposition: string, pattern: RegExp): string | undefined {
  const [, quoted, plain] = pattern.exec(disposition) ?? [];
  return (quoted ?? plain)?.replace(/%(22|0D|0A)/gi, (code) => decodeURIComponent(code));
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BrokenMultipart();
  }
}
