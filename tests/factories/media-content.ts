import { createHash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";

export function pictureBytes(length: number): Buffer {
  const bytes = randomBytes(length);
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]).copy(bytes);
  return bytes;
}

/** Yields a fake MP4 of `length` bytes without holding it in memory. */
export async function* filmPieces(length: number, pieceBytes = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += pieceBytes) {
    const piece = Buffer.alloc(Math.min(pieceBytes, length - at), `at ${at} `);
    if (at === 0) piece.write("\0\0\0\x20ftypisom", "latin1");
    yield piece;
  }
}

/** Yields `content` in pieces of this size. */
export async function* inPieces(content: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes);
}

export async function bytesOf(stream: Readable | Promise<Readable>): Promise<Buffer> {
  return Buffer.concat(await (await stream).toArray());
}

export async function hashOf(stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of stream) hash.update(piece);
  return hash.digest("hex");
}
