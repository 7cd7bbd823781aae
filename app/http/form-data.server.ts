import { isUtf8 } from "node:buffer";
import { BrokenMultipart, boundaryOf, type MultipartPart, readMultipart } from "~/server/multipart.server";
import { bodyChunks } from "~/server/stream-body.server";

/** Conform reads names as paths: `a[2000000000]` would fill the memory, and a leading `__` is one of its commands. */
const FIELD_NAME = /^(?!__)\w{1,40}(\[\d{1,3}\](\.\w{1,40})?)?$/;
const MAX_FIELDS = 2_000;
const TEXT_MAX_BYTES = 2 * 1024 * 1024;

export type SentFile = MultipartPart & { fileName: string };
/** `fields` holds the fields before the file. Returns false for a file that it does not expect. */
export type TakeFile = (file: SentFile, fields: FormData) => Promise<boolean>;

/**
 * `isGarbled` if the body is cut off, malformed or not UTF-8; the readable fields are returned anyway. Files are
 * streamed to `takeFile`; one that it does not take becomes a placeholder. @throws when the connection breaks
 */
export async function readFormData(
  request: Request,
  takeFile: TakeFile = async () => false,
): Promise<{ formData: FormData; isGarbled: boolean }> {
  const formData = new FormData();
  const { body } = request;
  const reading = readInto(formData, request, takeFile);
  // The caller may change the fields later.
  const copied = () => [...formData];
  if (body) fieldsRead.set(body, reading.then(copied, copied));
  try {
    return { formData, isGarbled: !(await reading) };
  } catch (error) {
    if (!(error instanceof BrokenMultipart)) throw error;
    return { formData, isGarbled: true };
  }
}

export type SentFields = [name: string, value: FormDataEntryValue][];

const fieldsRead = new WeakMap<ReadableStream, Promise<SentFields>>();

/**
 * What `readFormData` reads of this request; undefined if it was not called. Remix copies requests, but not their
 * bodies.
 */
export const fieldsReadFrom = ({ body }: Request) => (body ? fieldsRead.get(body) : undefined);

/** Returns whether the body is complete and all its texts are UTF-8. */
async function readInto(formData: FormData, request: Request, takeFile: TakeFile): Promise<boolean> {
  const type = request.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    const body = await request.text();
    for (const [name, value] of fieldsOf(new URLSearchParams(body))) formData.append(name, value);
    return isWellEncoded(body);
  }
  const boundary = boundaryOf(type);
  const chunks = bodyChunks(request);
  return boundary !== undefined && chunks ? readParts(readMultipart(chunks, boundary), formData, takeFile) : false;
}

/**
 * Returns whether all texts are UTF-8. One may contain U+FFFD itself, pasted from a text that was garbled before. If
 * `takeFile` fails, the texts after the file are read before that is thrown, and no other file is taken.
 */
async function readParts(
  parts: AsyncIterable<MultipartPart>,
  formData: FormData,
  takeFile: TakeFile,
): Promise<boolean> {
  let count = 0;
  let isWell = true;
  let left = TEXT_MAX_BYTES;
  let failure: { error: unknown } | undefined;
  const take = (file: SentFile) =>
    takeFile(file, formData).catch((error: unknown) => {
      failure = { error };
      formData.append(file.name, new File(["…"], file.fileName));
      return true;
    });
  try {
    for await (const { name, fileName, content } of parts) {
      if (!FIELD_NAME.test(name) || count === MAX_FIELDS) continue;
      if (fileName === undefined) {
        count += 1;
        const text = await readText(content, left);
        left -= text.length;
        isWell &&= isUtf8(text);
        formData.append(name, text.toString());
      } else if (failure || !(await take({ name, fileName, content }))) {
        count += 1;
        formData.append(name, await placeholder(content, fileName));
      }
    }
  } catch (error) {
    if (!failure) throw error;
  }
  if (failure) throw failure.error;
  return isWell;
}

async function readText(content: MultipartPart["content"], atMost: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of content) {
    length += piece.length;
    if (length > atMost) throw new BrokenMultipart();
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
}

async function placeholder(content: MultipartPart["content"], fileName: string): Promise<File> {
  const { done } = await content.next();
  return new File(done ? [] : ["…"], fileName);
}

const fieldsOf = (sent: URLSearchParams) => [...sent].filter(([name]) => FIELD_NAME.test(name)).slice(0, MAX_FIELDS);

function isWellEncoded(body: string): boolean {
  try {
    decodeURIComponent(body.replaceAll("+", " "));
    return !body.includes("\ufffd");
  } catch {
    return false;
  }
}
