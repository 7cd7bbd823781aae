import pLimit from "p-limit";
import { readMedia } from "~/services/media-store.server";
import type { MediaKind } from "../media";

const BUFFER_BYTES = 64 * 1024;

/** Boxes, elements or chunks in a row. A hostile file can have 60 million. */
export const MAX_PARTS = 200_000;

export const limitReading = pLimit(4);

export type StoredFile = {
  kind: MediaKind;
  bytes: number;
  read: (start: number, length: number) => Promise<Buffer>;
};

type Stored = { storageKey: string; kind: MediaKind; bytes: number };

export function storedFile({ storageKey, kind, bytes }: Stored): StoredFile {
  const read = async (start: number, length: number): Promise<Buffer> => {
    const end = Math.min(start + length, bytes) - 1;
    if (start < 0 || end < start) return Buffer.alloc(0);
    const content = Buffer.allocUnsafeSlow(end + 1 - start);
    let filled = 0;
    for await (const piece of await readMedia(storageKey, { kind, start, end })) {
      filled += (piece as Buffer).copy(content, filled);
    }
    return content.subarray(0, filled);
  };
  return { kind, bytes, read };
}

export function fileInMemory(kind: MediaKind, content: Buffer): StoredFile {
  return { kind, bytes: content.length, read: async (start, length) => content.subarray(start, start + length) };
}

/** Reads at least 64 kB at a time, so that small reads in a row cost one request to the store. */
export function buffered({ kind, bytes, read }: StoredFile): StoredFile {
  let from = 0;
  let buffer: Buffer = Buffer.alloc(0);
  return {
    kind,
    bytes,
    async read(start, length) {
      const end = Math.min(start + length, bytes);
      if (start < from || end > from + buffer.length) {
        buffer = await read(start, Math.max(length, BUFFER_BYTES));
        from = start;
      }
      return buffer.subarray(start - from, Math.max(0, end - from));
    },
  };
}
