import { type CipherGCM, createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { createDataKey, unwrapDataKey } from "~/services/cipher.server";
import { MediaDamaged } from "./store.server";

/**
 * How a file lies on the disk: a header, segments, and an end mark.
 *
 * - Header: magic (7), version (1), id of the master key (4, big-endian), the data key wrapped with it (60).
 * - Segment: nonce (12), ciphertext (64 KiB; only the last may have less), tag (16): AES-256-GCM under the data key,
 *   bound to the file's key and the segment's number.
 * - End mark: a segment without content, bound to the number of segments before it.
 *
 * So every segment can be read alone, and one that is missing, moved, doubled or from another file is noticed, as in the
 * STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizard, CRYPTO 2015). What STREAM puts into the nonce is in the
 * authenticated data here and nonces are random: a part that is sent again may differ from the first time, and no nonce
 * may serve two contents.
 */
export const SEGMENT_BYTES = 64 * 1024;
export const HEADER_BYTES = 72;
export const OVERHEAD_BYTES = 28;
export const STORED_SEGMENT_BYTES = SEGMENT_BYTES + OVERHEAD_BYTES;

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** How many nonces are drawn at a time: asking for random bytes costs the same for few and for many. */
const NONCES = 64;
const MAGIC = Buffer.from("\x93AMBKP\n", "latin1");
const VERSION = 1;

/** What encrypts one file, and the name that its segments are bound to. */
export type FileKey = { dataKey: KeyObject; name: string };

/** Makes a fresh key for the file `name`, and the header that keeps it. */
export function createFileKey(name: string): { fileKey: FileKey; header: Buffer } {
  const { key, wrappedKey, masterKeyId } = createDataKey();
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt8(VERSION, MAGIC.length);
  header.writeUInt32BE(masterKeyId, MAGIC.length + 1);
  wrappedKey.copy(header, MAGIC.length + 5);
  return { fileKey: { dataKey: key, name }, header };
}

/**
 * @throws MediaDamaged for what is no header of ours
 * @throws Error when its master key is not configured any more
 */
export function readHeader(header: Buffer, name: string): FileKey {
  const isOurs = header.length === HEADER_BYTES && header.subarray(0, MAGIC.length).equals(MAGIC);
  if (!isOurs || header.readUInt8(MAGIC.length) !== VERSION) throw new MediaDamaged();
  const masterKeyId = header.readUInt32BE(MAGIC.length + 1);
  return { dataKey: unwrapDataKey({ wrappedKey: header.subarray(MAGIC.length + 5), masterKeyId }), name };
}

/** Where the segment with this number begins in the stored file. */
export function segmentPosition(index: number): number {
  return HEADER_BYTES + index * STORED_SEGMENT_BYTES;
}

/** How many segments are whole in the first `storedBytes` bytes of a stored file. */
export function wholeSegments(storedBytes: number): number {
  return Math.floor((storedBytes - HEADER_BYTES) / STORED_SEGMENT_BYTES);
}

/** Encrypts bytes as they come, from the segment `index` on; what is given out is written one after the other. */
export function createEncryptor({ dataKey, name }: FileKey, index = 0) {
  let number = index;
  let filled = 0;
  let cipher: CipherGCM | undefined;
  let nonces = Buffer.alloc(0);

  function begin(purpose: string, out: Buffer[]) {
    if (nonces.length === 0) nonces = randomBytes(NONCES * NONCE_BYTES);
    const nonce = nonces.subarray(0, NONCE_BYTES);
    nonces = nonces.subarray(NONCE_BYTES);
    out.push(nonce);
    const begun = createCipheriv(ALGORITHM, dataKey, nonce);
    begun.setAAD(binding(name, purpose, number));
    return begun;
  }

  function close(out: Buffer[]) {
    if (!cipher) return;
    cipher.final();
    out.push(cipher.getAuthTag());
    cipher = undefined;
    filled = 0;
    number++;
  }

  return {
    /** How many segments are complete. */
    segments: () => number,
    add(chunk: Uint8Array, out: Buffer[]) {
      for (let from = 0; from < chunk.length; ) {
        cipher ??= begin("segment", out);
        const piece = chunk.subarray(from, from + SEGMENT_BYTES - filled);
        out.push(cipher.update(piece));
        filled += piece.length;
        from += piece.length;
        if (filled === SEGMENT_BYTES) close(out);
      }
    },
    /** Closes the last segment, which may be short. */
    close,
    mark(out: Buffer[]) {
      const mark = begin("end", out);
      mark.final();
      out.push(mark.getAuthTag());
    },
  };
}

export type Encryptor = ReturnType<typeof createEncryptor>;

/** @throws MediaDamaged when `stored` is not this segment of this file */
export function decryptSegment(fileKey: FileKey, index: number, stored: Buffer): Buffer {
  return open(fileKey, "segment", index, stored);
}

/** The length of the content, in bytes; @throws MediaDamaged for a file without its end, or with another one */
export async function checkEnd(file: FileHandle, fileKey: FileKey, storedBytes: number): Promise<number> {
  const body = storedBytes - HEADER_BYTES - OVERHEAD_BYTES;
  if (body < 0) throw new MediaDamaged();
  const segments = Math.ceil(body / STORED_SEGMENT_BYTES);
  const mark = await readFully(file, storedBytes - OVERHEAD_BYTES, OVERHEAD_BYTES);
  open(fileKey, "end", segments, mark);
  return body - segments * OVERHEAD_BYTES;
}

/** @throws MediaDamaged when the file ends before */
export async function readFully(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new MediaDamaged();
    filled += bytesRead;
  }
  return buffer;
}

function open({ dataKey, name }: FileKey, purpose: string, index: number, stored: Buffer): Buffer {
  if (stored.length < OVERHEAD_BYTES) throw new MediaDamaged();
  const nonce = stored.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, dataKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(binding(name, purpose, index));
  decipher.setAuthTag(stored.subarray(stored.length - TAG_BYTES));
  const content = decipher.update(stored.subarray(NONCE_BYTES, stored.length - TAG_BYTES));
  try {
    decipher.final();
  } catch {
    throw new MediaDamaged();
  }
  return content;
}

function binding(name: string, purpose: string, index: number): Buffer {
  return Buffer.from(`amberkeep media 1\n${name}\n${purpose} ${index}`);
}
