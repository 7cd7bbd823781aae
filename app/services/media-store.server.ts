import { join } from "node:path";
import type { Readable } from "node:stream";
import { env } from "~/env.server";
import { createDiskStore } from "./media-store/disk-store.server";
import type { DirectUpload, MediaKind, MediaSource, MediaStore } from "./media-store/store.server";

export type { DirectUpload, MediaSource } from "./media-store/store.server";
export {
  MediaDamaged,
  MediaMissing,
  MediaRefused,
  MediaUnavailable,
  PartOutOfOrder,
  PartSuperseded,
  PartTooLong,
} from "./media-store/store.server";

const store = await chooseStore();

/** Cloudinary's SDK is slow to load, so it is only loaded when it is used. */
async function chooseStore(): Promise<MediaStore> {
  const disk = createDiskStore(join(env.AMBERKEEP_HOME, "media"));
  if (!env.CLOUDINARY_URL) return disk;
  const { createCloudinaryStore } = await import("./media-store/cloudinary-store.server");
  return createCloudinaryStore(env.CLOUDINARY_URL, disk);
}

/*
 * A key has up to 200 letters, digits, `-`, `_`, with single dots and slashes between them; every function throws an Error
 * for any other key. Ranges are in bytes from 0, with both ends included.
 */

/**
 * Stores a file completely or not at all, replacing one with the same key. Memory use does not depend on its size.
 * @throws MediaRefused, MediaUnavailable
 */
export function putMedia(
  key: string,
  source: MediaSource,
  file: { kind: MediaKind; contentType: string },
): Promise<void> {
  return store.put(key, source, file);
}

/**
 * Streams a file, or the bytes of it from `start` to `end`.
 * @throws MediaMissing, MediaDamaged, MediaUnavailable; the stream may fail with the latter two as well
 */
export function readMedia(key: string, range: { kind: MediaKind; start?: number; end?: number }): Promise<Readable> {
  return store.read(key, range);
}

/**
 * Deletes a file, finished or partly received. Does nothing when there is none.
 * @throws MediaUnavailable
 */
export function deleteMedia(key: string, kind: MediaKind): Promise<void> {
  return store.delete(key, kind);
}

/**
 * Appends a part that begins at `start`. Parts survive a restart and may overlap what is stored. When the source ends early
 * or throws, the first `receivedBytes` bytes are kept, and the next part may begin there. A part supersedes another one of
 * the same file that is still being received. The source may be left unread when all of it is stored already.
 * @param part.total the length of the whole file in bytes
 * @throws PartOutOfOrder when there would be a gap, PartTooLong, PartSuperseded, and what the source throws
 */
export function receivePart(
  key: string,
  part: { kind: MediaKind; start: number; total: number; source: MediaSource },
): Promise<{ receivedBytes: number }> {
  return store.receivePart(key, part);
}

/** Returns how many bytes of a file are stored, from its beginning, whether it is finished or not. */
export function receivedBytes(key: string, kind: MediaKind): Promise<number> {
  return store.receivedBytes(key, kind);
}

/**
 * Makes a file that `readMedia` reads of the parts, received by `receivePart` or `directUpload`. May be called again. Returns
 * the SHA-256 of the file, in hex, when the store knows it.
 * @throws PartOutOfOrder when its length is not `total`, MediaMissing when nothing was received
 * @throws MediaRefused, MediaUnavailable
 */
export function finishParts(key: string, file: { kind: MediaKind; total: number }): Promise<{ sha256?: string }> {
  return store.finishParts(key, file);
}

/**
 * Where a browser may send a file directly, valid for an hour and for one file, which it cannot replace once it is stored.
 * Undefined when files have to go through this server. `receivedBytes` is 0 until such a file is complete.
 */
export function directUpload(key: string, kind: MediaKind): DirectUpload | undefined {
  return store.directUpload(key, kind);
}

/** The origin of the URLs of `directUpload`, for the Content-Security-Policy of pages that send files. */
export const directUploadOrigin = store.directUploadOrigin;
