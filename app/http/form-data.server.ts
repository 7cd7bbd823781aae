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
  const type = request.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    const body = await request.text();
    return { formData: fieldsOf(new URLSearchParams(body)), isGarbled: !isWellEncoded(body) };
  }
  const formData = new FormData();
  const boundary = boundaryOf(type);
  const chunks = bodyChunks(request);
  if (boundary === undefined || !chunks) return { formData, isGarbled: true };
  try {
    return { formData, isGarbled: !(await readParts(readMultipart(chunks, boundary), formData, takeFile)) };
  } catch (error) {
    if (!(error instanceof BrokenMultipart)) throw error;
    return { formData, isGarbled: true };
  }
}

/** Returns whether all texts are UTF-8. One may contain U+FFFD itself, pasted from a text that was garbled before. */
async function readParts(
  parts: AsyncIterable<MultipartPart>,
  formData: FormData,
  takeFile: TakeFile,
): Promise<boolean> {
  let count = 0;
  let isWell = true;
  let left = TEXT_MAX_BYTES;
  for await (const { name, fileName, content } of parts) {
    if (!FIELD_NAME.test(name) || count === MAX_FIELDS) continue;
    if (fileName === undefined) {
      count += 1;
      const text = await readText(content, left);
      left -= text.length;
      isWell &&= isUtf8(text);
      formData.append(name, text.toString());
    } else if (!(await takeFile({ name, fileName, content }, formData))) {
      count += 1;
      formData.append(name, await placeholder(content, fileName));
    }
  }
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

function fieldsOf(sent: URLSearchParams): FormData {
  const fields = new FormData();
  const named = [...sent].filter(([name]) => FIELD_NAME.test(name));
  for (const [name, value] of named.slice(0, MAX_FIELDS)) fields.append(name, value);
  return fields;
}

function isWellEncoded(body: string): boolean {
  try {
    decodeURIComponent(body.replaceAll("+", " "));
    return !body.includes("\ufffd");
  } catch {
    return false;
  }
}
