import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import {
  checkEnd,
  decryptSegment,
  type Encryptor,
  type FileKey,
  HEADER_BYTES,
  readFully,
  readHeader,
  SEGMENT_BYTES,
  STORED_SEGMENT_BYTES,
  segmentPosition,
  wholeSegments,
} from "./encrypted-file.server";
import { MediaDamaged, MediaMissing } from "./store.server";

/** How much is written, or read, at a time: enough for the disk to be busy, little enough for fifty at once. */
const BATCH_BYTES = 4 * SEGMENT_BYTES;
/** Whoever sends byte by byte makes many small pieces, each of which takes more memory than it holds. */
const BATCH_PIECES = 128;

/** Encrypts `source` into `file`, `BATCH_BYTES` at a time, from the segment on at which the encryptor stands. */
export async function writeSegments(
  file: FileHandle,
  encryptor: Encryptor,
  source: AsyncIterable<Uint8Array>,
  { onChunk, onWritten, atEnd }: Progress,
): Promise<void> {
  const batch: Buffer[] = [];
  let bytes = 0;
  let position = segmentPosition(encryptor.segments());
  const flush = async () => {
    await writeFully(file, batch, position);
    position += batch.reduce((sum, { length }) => sum + length, 0);
    batch.length = 0;
    bytes = 0;
    onWritten?.(wholeSegments(position));
  };
  for await (const chunk of source) {
    encryptor.add(chunk, batch);
    onChunk?.(chunk);
    bytes += chunk.length;
    if (bytes >= BATCH_BYTES || batch.length >= BATCH_PIECES) await flush();
  }
  atEnd(batch);
  await flush();
}

type Progress = {
  onChunk?: (chunk: Uint8Array) => void;
  /** How many segments of the file are whole on the disk. */
  onWritten?: (segments: number) => void;
  /** May add what closes the file. */
  atEnd: (pieces: Buffer[]) => void;
};

/** @throws Error when the disk takes less than all of it */
export async function writeFully(file: FileHandle, pieces: Buffer[], position: number): Promise<void> {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  if (bytes === 0) return;
  const { bytesWritten } = await file.writev(pieces, position);
  if (bytesWritten !== bytes) throw new Error("The disk did not take a whole file of the media store.");
}

/** Gives a file its name for good: afterwards it is there also when the power goes. */
export async function settle(file: FileHandle, temporary: string, path: string): Promise<void> {
  await file.sync();
  await file.close();
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Makes a folder that only this account may enter, and those above it. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (!first) return;
  for (let folder = path; folder.length >= dirname(first).length; folder = dirname(folder)) await syncFolder(folder);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(unlessUnsupported);
  if (!folder) return;
  await folder.sync().catch(unlessUnsupported);
  await folder.close();
}

/** Windows opens and flushes no folders; there the rename has to do. */
function unlessUnsupported(error: NodeJS.ErrnoException): undefined {
  if (!["EISDIR", "EPERM", "EINVAL", "EACCES"].includes(error.code ?? "")) throw error;
}

/** Opens a file with its header read; undefined when there is none. */
export async function openEncrypted(path: string, name: string, flags = "r") {
  const file = await open(path, flags).catch(unlessMissing);
  if (!file) return undefined;
  try {
    const { size: storedBytes } = await file.stat();
    if (storedBytes < HEADER_BYTES) throw new MediaDamaged();
    return { file, storedBytes, fileKey: readHeader(await readFully(file, 0, HEADER_BYTES), name) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}

/** The length of a file's content in bytes; undefined when there is none. */
export async function encryptedBytes(path: string, name: string): Promise<number | undefined> {
  const opened = await openEncrypted(path, name);
  if (!opened) return undefined;
  try {
    return await checkEnd(opened.file, opened.fileKey, opened.storedBytes);
  } finally {
    await opened.file.close();
  }
}

type Range = { start?: number; end?: number };

/** Streams the bytes from `start` to `end`, both included, and decrypts no more than the segments that hold them. */
export async function readEncrypted(path: string, name: string, { start = 0, end }: Range) {
  const opened = await openEncrypted(path, name);
  if (!opened) return undefined;
  const { file, fileKey, storedBytes } = opened;
  try {
    const bytes = await checkEnd(file, fileKey, storedBytes);
    return decrypted(file, fileKey, { bytes, start, end: Math.min(end ?? bytes - 1, bytes - 1) });
  } catch (error) {
    await file.close();
    throw error;
  }
}

function decrypted(file: FileHandle, fileKey: FileKey, range: { bytes: number; start: number; end: number }): Readable {
  const { bytes, end } = range;
  let position = range.start;
  return new Readable({
    highWaterMark: BATCH_BYTES,
    async read() {
      try {
        if (position > end) return void this.push(null);
        const first = Math.floor(position / SEGMENT_BYTES);
        const last = Math.min(Math.floor(end / SEGMENT_BYTES), first + BATCH_BYTES / SEGMENT_BYTES - 1);
        const contents = await readSegments(file, fileKey, { first, last, bytes });
        const from = position;
        // Whoever takes a piece may ask for more at once, so the place to go on from is set before.
        position = (last + 1) * SEGMENT_BYTES;
        contents.forEach((content, index) => {
          const begin = (first + index) * SEGMENT_BYTES;
          this.push(content.subarray(Math.max(0, from - begin), end + 1 - begin));
        });
      } catch (error) {
        this.destroy(error as Error);
      }
    },
    destroy(error, done) {
      file.close().then(() => done(error), done);
    },
  });
}

/** The contents of the segments from `first` to `last` of a file with `bytes` bytes of content. */
export async function readSegments(
  file: FileHandle,
  fileKey: FileKey,
  { first, last, bytes }: { first: number; last: number; bytes: number },
): Promise<Buffer[]> {
  const contentBytes = Math.min(bytes, (last + 1) * SEGMENT_BYTES) - first * SEGMENT_BYTES;
  const count = last - first + 1;
  const stored = await readFully(
    file,
    segmentPosition(first),
    segmentPosition(count) - segmentPosition(0) - (count * SEGMENT_BYTES - contentBytes),
  );
  return Array.from({ length: count }, (_, index) => {
    const from = index * STORED_SEGMENT_BYTES;
    return decryptSegment(fileKey, first + index, stored.subarray(from, from + STORED_SEGMENT_BYTES));
  });
}

/** Streams a file that was written before files were encrypted. */
export async function readPlain(path: string, range: Range): Promise<Readable> {
  const file = await open(path, "r").catch(unlessMissing);
  if (!file) throw new MediaMissing();
  return createReadStream("", { fd: file, ...range });
}
