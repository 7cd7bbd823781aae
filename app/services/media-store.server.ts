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

/** Cloudinary's SDK takes its time to load, so only who uses it does. */
async function chooseStore(): Promise<MediaStore> {
  const disk = createDiskStore(join(env.AMBERKEEP_HOME, "media"));
  if (!env.CLOUDINARY_URL) return disk;
  const { createCloudinaryStore } = await import("./media-store/cloudinary-store.server");
  return createCloudinaryStore(env.CLOUDINARY_URL, disk);
}

/*
 * A key is up to 200 letters, digits, `-`, `_`, with single dots and slashes between them; every verb throws an Error for
 * another one. Both ends of a range are included, counted in bytes from 0.
 */

/**
 * Keeps a file whole or not at all, replacing one with the same key; memory stays flat whatever its size.
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
 * Streams a file, or what of the range from `start` to `end` lies in it.
 * @throws MediaMissing, MediaDamaged, MediaUnavailable; the stream may end with the latter two as well
 */
export function readMedia(key: string, range: { kind: MediaKind; start?: number; end?: number }): Promise<Readable> {
  return store.read(key, range);
}

/**
 * Deletes a file, also one that is half received; none is no error.
 * @throws MediaUnavailable
 */
export function deleteMedia(key: string, kind: MediaKind): Promise<void> {
  return store.delete(key, kind);
}

/**
 * Appends a part that begins at `start`. Parts may overlap what is there, and survive a restart. When the source ends
 * early or breaks, what came is kept as far as `receivedBytes` says, which is where the next part may begin. A part takes
 * the place of another of the same file that is still being received. Of what is there already the source may be left
 * unread.
 * @param part.total the length of the whole file in bytes
 * @throws PartOutOfOrder when there would be a gap, PartTooLong, PartSuperseded, and what the source throws
 */
export function receivePart(
  key: string,
  part: { kind: MediaKind; start: number; total: number; source: MediaSource },
): Promise<{ receivedBytes: number }> {
  return store.receivePart(key, part);
}

/** How many bytes of a file are there, from its beginning, whether it is whole or not. */
export function receivedBytes(key: string, kind: MediaKind): Promise<number> {
  return store.receivedBytes(key, kind);
}

/**
 * Makes the parts a file that `readMedia` reads, whether they came through us or by `directUpload`. It may be called
 * again. Says the SHA-256 of the file, in hex, where it was hashed as it came.
 * @throws PartOutOfOrder when it has another length than `total`, MediaMissing when nothing has come at all
 * @throws MediaRefused, MediaUnavailable
 */
export function finishParts(key: string, file: { kind: MediaKind; total: number }): Promise<{ sha256?: string }> {
  return store.finishParts(key, file);
}

/**
 * What a browser sends a file to without passing through us, good for an hour and for one file: once that is there, it
 * cannot be replaced so. Undefined when files have to go through us. How far such a file has come only its sender knows:
 * `receivedBytes` is 0 until it is whole.
 */
export function directUpload(key: string, kind: MediaKind): DirectUpload | undefined {
  return store.directUpload(key, kind);
}

/** The origin of the addresses that `directUpload` gives, for the policy of pages that send files. */
export const directUploadOrigin = store.directUploadOrigin;
