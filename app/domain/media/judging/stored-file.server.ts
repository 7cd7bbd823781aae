import { readMedia } from "~/services/media-store.server";
import type { MediaKind } from "../media";
import type { UploadRefusal } from "../refusals";
import type { PhotoCopy } from "./photo-copies.server";

/** What a file turned out to be; of pictures and films also how large they are, upright, in pixels. */
export type Verdict = Judged | Refused;
export type Judged = {
  ok: true;
  contentType: string;
  width?: number;
  height?: number;
  /** Of photos only. */
  colour?: string;
  copies?: PhotoCopy[];
};
export type Refused = { ok: false; reason: UploadRefusal; found?: MediaKind };

/** A file that came in, of which any part can be looked at. */
export type StoredFile = {
  kind: MediaKind;
  bytes: number;
  /** What lies there of `length` bytes from `start` on: less at the end of the file. */
  read: (start: number, length: number) => Promise<Buffer>;
};

export function storedFile({
  storageKey,
  kind,
  bytes,
}: {
  storageKey: string;
  kind: MediaKind;
  bytes: number;
}): StoredFile {
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

/** A file that is in the memory already. */
export function heldFile(kind: MediaKind, content: Buffer): StoredFile {
  return { kind, bytes: content.length, read: async (start, length) => content.subarray(start, start + length) };
}

export const refuse = (reason: UploadRefusal, found?: MediaKind): Refused => ({
  ok: false,
  reason,
  ...(found && { found }),
});
