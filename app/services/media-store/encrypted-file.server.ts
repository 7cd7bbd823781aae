import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import {
  createDataKey,
  MasterKeyMissing,
  newestMasterKeyId,
  type Place,
  rewrapDataKey,
  unwrapDataKey,
  WRAPPED_KEY_BYTES,
  type WrappedKey,
} from "~/services/cipher.server";
import { chunksOf } from "./media-source.server";
import { MediaDamaged, type MediaSource, MediaUnreadable } from "./store.server";

/**
 * - Header: magic (7), version (1), id of the master key (4, big-endian), the data key wrapped with it (61),
 *   bound to the file's key.
 * - Segment: nonce (12), ciphertext (64 KiB; only the last may have less), tag (16): AES-256-GCM under the data key,
 *   bound to the file's key and the segment's number.
 * - End mark: a segment without content, bound to the number of segments before it.
 * Each segment can be decrypted alone. A missing, moved, doubled or foreign one is detected, as in STREAM (Hoang et al.
 * CRYPTO 2015). Unlike there, nonces are random: a resent part may differ, and no nonce may encrypt two contents.
 */
export const SEGMENT_BYTES = 64 * 1024;
const HEADER_BYTES = 12 + WRAPPED_KEY_BYTES;
const OVERHEAD_BYTES = 28;
const STORED_SEGMENT_BYTES = SEGMENT_BYTES + OVERHEAD_BYTES;

/** Encrypted and written, or read, at once: enough to keep the disk busy with little memory per transfer. */
const BATCH_SEGMENTS = 4;
export const BATCH_BYTES = BATCH_SEGMENTS * SEGMENT_BYTES;

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAGIC = Buffer.from("\x93AMBKP\n", "latin1");
const VERSION = 2;

/** Segments are bound to the key `name`; `storedBytes` is the length at opening. */
export type EncryptedFile = { file: FileHandle; name: string; dataKey: KeyObject; storedBytes: number };

const placeOfKey = (name: string): Place => ({ table: "media files", id: name, column: "data key" });

/** `w` replaces a file at `path`, `wx` fails. */
export async function createEncrypted(path: string, name: string, flags: "w" | "wx"): Promise<EncryptedFile> {
  const { key: dataKey, ...wrapped } = createDataKey(placeOfKey(name));
  const header = headerWith(wrapped);
  const file = await open(path, flags, 0o600);
  try {
    await writeFully(file, [header], 0);
    return { file, name, dataKey, storedBytes: HEADER_BYTES };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function headerWith({ wrappedKey, masterKeyId }: WrappedKey): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt8(VERSION, MAGIC.length);
  header.writeUInt32BE(masterKeyId, MAGIC.length + 1);
  wrappedKey.copy(header, MAGIC.length + 5);
  return header;
}

/** @throws MediaDamaged when it has no valid header, or one of another file; MasterKeyMissing */
export async function openEncrypted(path: string, name: string, flags = "r"): Promise<EncryptedFile | undefined> {
  const file = await open(path, flags).catch(unlessMissing);
  if (!file) return undefined;
  try {
    const { size: storedBytes } = await file.stat();
    const header = await readHeader(file);
    const dataKey = damagedIfWrong(() => unwrapDataKey(header, placeOfKey(name)));
    return { file, name, dataKey, storedBytes };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHeader(file: FileHandle): Promise<WrappedKey> {
  const header = await readFully(file, 0, HEADER_BYTES);
  const isKnown = header.subarray(0, MAGIC.length).equals(MAGIC) && header.readUInt8(MAGIC.length) === VERSION;
  if (!isKnown) throw new MediaDamaged();
  return { wrappedKey: header.subarray(MAGIC.length + 5), masterKeyId: header.readUInt32BE(MAGIC.length + 1) };
}

/**
 * A header for the file at `path` with its data key wrapped with the newest master key. Undefined if it is gone or has
 * such a header already.
 * @throws MediaDamaged, MasterKeyMissing
 */
export async function rewrappedHeader(path: string, name: string): Promise<Buffer | undefined> {
  const file = await open(path).catch(unlessMissing);
  if (!file) return undefined;
  const wrapped = await readHeader(file).finally(() => file.close());
  if (wrapped.masterKeyId === newestMasterKeyId) return undefined;
  return headerWith(damagedIfWrong(() => rewrapDataKey(wrapped, placeOfKey(name))));
}

/** Undefined for a file that is gone or damaged. */
export async function readMasterKeyId(path: string): Promise<number | undefined> {
  const file = await open(path).catch(unlessMissing);
  if (!file) return undefined;
  const header = await readHeader(file)
    .catch(unlessDamaged)
    .finally(() => file.close());
  return header?.masterKeyId;
}

function damagedIfWrong<Unwrapped>(unwrap: () => Unwrapped): Unwrapped {
  try {
    return unwrap();
  } catch (error) {
    throw error instanceof MasterKeyMissing ? error : new MediaDamaged();
  }
}

export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}

/** @throws MediaDamaged when the end mark is missing or wrong */
export async function contentBytes({ storedBytes, ...encrypted }: EncryptedFile): Promise<number> {
  const body = storedBytes - HEADER_BYTES - OVERHEAD_BYTES;
  if (body < 0) throw new MediaDamaged();
  const segments = Math.ceil(body / STORED_SEGMENT_BYTES);
  decrypt(encrypted, "end", segments, await readFully(encrypted.file, storedBytes - OVERHEAD_BYTES, OVERHEAD_BYTES));
  return body - segments * OVERHEAD_BYTES;
}

/** The content bytes in complete segments of an unfinished file. Only the last one is checked: a crash cuts the end. */
export async function completeBytes(encrypted: EncryptedFile): Promise<number> {
  let segments = Math.floor((encrypted.storedBytes - HEADER_BYTES) / STORED_SEGMENT_BYTES);
  while (segments > 0 && !(await isIntact(encrypted, segments - 1))) segments -= 1;
  return segments * SEGMENT_BYTES;
}

async function isIntact(encrypted: EncryptedFile, segment: number): Promise<boolean> {
  const stored = await readFully(encrypted.file, segmentPosition(segment), STORED_SEGMENT_BYTES);
  try {
    decrypt(encrypted, "segment", segment, stored);
    return true;
  } catch (error) {
    return unlessDamaged(error) ?? false;
  }
}

export function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof MediaDamaged)) throw error;
}

/** `bytes` of content, a multiple of `SEGMENT_BYTES`. */
export async function truncateFile({ file }: EncryptedFile, bytes: number): Promise<void> {
  await file.truncate(segmentPosition(bytes / SEGMENT_BYTES));
}

/**
 * Appends after the first `from` bytes of content, a multiple of `SEGMENT_BYTES`. The end mark follows if `isWhole`
 * accepts the new length; otherwise an incomplete last segment is dropped. Batches before an error stay.
 */
export async function appendContent(
  encrypted: EncryptedFile,
  source: MediaSource,
  { from = 0, isWhole }: { from?: number; isWhole: (bytes: number) => boolean },
): Promise<number> {
  let bytes = from;
  let position = segmentPosition(from / SEGMENT_BYTES);
  for await (const { content, isLast } of chunksOf(source, BATCH_BYTES)) {
    const isEnd = isLast && isWhole(bytes + content.length);
    const kept = isEnd ? content.length : content.length - (content.length % SEGMENT_BYTES);
    const sealed: Buffer[] = [];
    for (let at = 0; at < kept; at += SEGMENT_BYTES) {
      const segment = content.subarray(at, Math.min(at + SEGMENT_BYTES, kept));
      sealed.push(...encrypt(encrypted, "segment", (bytes + at) / SEGMENT_BYTES, segment));
    }
    bytes += kept;
    if (isEnd) sealed.push(...encrypt(encrypted, "end", Math.ceil(bytes / SEGMENT_BYTES), Buffer.alloc(0)));
    position += await writeFully(encrypted.file, sealed, position);
    for (const piece of sealed) freeMemory(piece);
  }
  return bytes;
}

/** At once: V8 marks the whole heap for the buffers that outlive its young collections, as many uploads at once do. */
function freeMemory({ buffer, byteLength }: Buffer): void {
  const isShared = byteLength < buffer.byteLength;
  if (!isShared && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** `start` and `end` are bytes, both included; only the segments that hold them are read. */
export async function* readContent(
  encrypted: EncryptedFile,
  { start, end, bytes }: { start: number; end: number; bytes: number },
): AsyncGenerator<Buffer> {
  const last = Math.floor(end / SEGMENT_BYTES);
  for (let first = Math.floor(start / SEGMENT_BYTES); start <= end && first <= last; first += BATCH_SEGMENTS) {
    const count = Math.min(BATCH_SEGMENTS, last - first + 1);
    const content = Math.min(count * SEGMENT_BYTES, bytes - first * SEGMENT_BYTES);
    const stored = await readFully(encrypted.file, segmentPosition(first), content + count * OVERHEAD_BYTES);
    for (let index = 0; index < count; index++) {
      const position = index * STORED_SEGMENT_BYTES;
      const segment = stored.subarray(position, position + STORED_SEGMENT_BYTES);
      const begin = (first + index) * SEGMENT_BYTES;
      const plain = decrypt(encrypted, "segment", first + index, segment);
      yield plain.subarray(Math.max(0, start - begin), end + 1 - begin);
    }
  }
}

const segmentPosition = (segment: number) => HEADER_BYTES + segment * STORED_SEGMENT_BYTES;

/** A disk that is nearly full takes a part, and reports the cause only for the rest. */
async function writeFully(file: FileHandle, pieces: Buffer[], position: number): Promise<number> {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  if (bytes === 0) return 0;
  const { bytesWritten } = await file.writev(pieces, position);
  if (bytesWritten === bytes) return bytes;
  const rest = Buffer.concat(pieces).subarray(bytesWritten);
  if (bytesWritten > 0) return bytesWritten + (await writeFully(file, [rest], position + bytesWritten));
  throw new Error("A media file was only partly written.");
}

async function readFully(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled).catch(unreadable);
    if (bytesRead === 0) throw new MediaDamaged();
    filled += bytesRead;
  }
  return buffer;
}

function unreadable(error: NodeJS.ErrnoException): never {
  throw error.code === "EIO" ? new MediaUnreadable("The disk cannot read a file.", { cause: error }) : error;
}

type FileKey = Pick<EncryptedFile, "name" | "dataKey">;
type Purpose = "segment" | "end";

function encrypt({ dataKey, name }: FileKey, purpose: Purpose, index: number, content: Buffer): Buffer[] {
  const nonce = createNonce();
  const cipher = createCipheriv(ALGORITHM, dataKey, nonce).setAAD(binding(name, purpose, index));
  const sealed = cipher.update(content);
  cipher.final();
  return [nonce, sealed, cipher.getAuthTag()];
}

const NONCES_AT_ONCE = 1_000;
let nonces = Buffer.alloc(0);

/** Generated in advance, since generating one takes a tenth of the time of encrypting a segment. */
function createNonce(): Buffer {
  if (nonces.length === 0) nonces = randomBytes(NONCES_AT_ONCE * NONCE_BYTES);
  const nonce = nonces.subarray(0, NONCE_BYTES);
  nonces = nonces.subarray(NONCE_BYTES);
  return nonce;
}

/** @throws MediaDamaged when `stored` is not this segment of this file */
function decrypt({ dataKey, name }: FileKey, purpose: Purpose, index: number, stored: Buffer): Buffer {
  if (stored.length < OVERHEAD_BYTES) throw new MediaDamaged();
  const tagAt = stored.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, dataKey, stored.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(binding(name, purpose, index)).setAuthTag(stored.subarray(tagAt));
  const content = decipher.update(stored.subarray(NONCE_BYTES, tagAt));
  try {
    decipher.final();
  } catch {
    throw new MediaDamaged();
  }
  return content;
}

const binding = (name: string, purpose: Purpose, index: number) =>
  Buffer.from(`amberkeep media ${VERSION}\n${name}\n${purpose} ${index}`);
