import { statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "~/env.server";
import { whyNotWritable } from "./media-store/disk-folder.server";
import { needsMasterKey } from "./media-store/disk-keys.server";
import { createDiskStore, rewrapOnDisk } from "./media-store/disk-store.server";
import { createFolderMark } from "./media-store/folder-mark.server";
import {
  type DirectUpload,
  MediaDamaged,
  type MediaKind,
  MediaMissing,
  type MediaSource,
  type MediaStore,
  MediaUnavailable,
  MediaUnreadable,
} from "./media-store/store.server";

export type { DirectUpload, MediaSource } from "./media-store/store.server";
export {
  MediaDamaged,
  MediaMissing,
  MediaRefused,
  MediaUnavailable,
  MediaUnreadable,
  PartOutOfOrder,
  PartSuperseded,
  PartTooLong,
} from "./media-store/store.server";

const ANSWER_MS = 2_000;
const MB = 1024 ** 2;
const folder = join(env.AMBERKEEP_HOME, "media");
const mark = createFolderMark(folder);
// With Cloudinary, each machine has a folder of its own for what it receives.
const disk = env.CLOUDINARY_URL ? createDiskStore(folder) : createDiskStore(folder, mark);
const store = await chooseStore();

/** Cloudinary's SDK is loaded only when it is used, as it is slow to load. */
async function chooseStore(): Promise<MediaStore> {
  if (!env.CLOUDINARY_URL) return disk;
  const { createCloudinaryStore } = await import("./media-store/cloudinary-store.server");
  return createCloudinaryStore(env.CLOUDINARY_URL, disk);
}

// Keys have up to 200 letters, digits, `-`, `_`, with single dots and slashes between them; others throw an Error.
// Ranges are in bytes from 0, with both ends included.

/**
 * Stores all of a file or nothing, replacing one with the same key. Memory use does not depend on its size.
 * @throws MediaRefused, MediaUnavailable; MediaMissing when it was deleted meanwhile
 */
export function putMedia(
  key: string,
  source: MediaSource,
  file: { kind: MediaKind; contentType: string },
): Promise<void> {
  return store.put(key, source, file);
}

/** @throws MediaMissing, MediaDamaged, MediaUnavailable; the stream may fail with the latter two as well */
export function readMedia(key: string, range: { kind: MediaKind; start?: number; end?: number }): Promise<Readable> {
  return store.read(key, range);
}

/** Whether a whole file is in this machine's media folder, where it is read first. @throws MediaDamaged */
export async function isOnDisk(key: string, kind: MediaKind): Promise<boolean> {
  try {
    (await disk.read(key, { kind, end: 0 })).destroy();
    return true;
  } catch (error) {
    // Without a media folder, nothing is there yet.
    if (error instanceof MediaMissing || error instanceof MediaUnavailable) return false;
    throw error;
  }
}

/** As `putMedia`, into this machine's media folder even if files are stored at Cloudinary. @throws MediaUnavailable */
export function putOnDisk(
  key: string,
  source: MediaSource,
  file: { kind: MediaKind; contentType: string },
): Promise<void> {
  return disk.put(key, source, file);
}

/** Finished or partly received; does nothing when there is none. @throws MediaUnavailable */
export function deleteMedia(key: string, kind: MediaKind): Promise<void> {
  return store.delete(key, kind);
}

/**
 * Appends a part from byte `start`. Parts survive a restart, may overlap, and supersede a part of the same file that is
 * still being received. When the source ends early or throws, the first `receivedBytes` bytes are kept.
 * The source may be left unread when all of it is stored already.
 * @param part.total the length of the whole file in bytes
 * @throws PartOutOfOrder when there would be a gap, PartTooLong, PartSuperseded, and what the source throws
 */
export function receivePart(
  key: string,
  part: { kind: MediaKind; start: number; total: number; source: MediaSource },
): Promise<{ receivedBytes: number }> {
  return store.receivePart(key, part);
}

/** From the beginning of the file, whether it is finished or not. */
export function receivedBytes(key: string, kind: MediaKind): Promise<number> {
  return store.receivedBytes(key, kind);
}

/**
 * For parts of `receivePart` or `directUpload`; may be repeated. `sha256` is in hex, if the store knows it.
 * @throws PartOutOfOrder for a length other than `total`, MediaMissing, MediaRefused, MediaUnavailable
 */
export function finishParts(key: string, file: { kind: MediaKind; total: number }): Promise<{ sha256?: string }> {
  return store.finishParts(key, file);
}

/**
 * Valid for one file and an hour, and cannot replace a stored file. Undefined when files go through this server.
 * `receivedBytes` is 0 until such a file is complete.
 */
export function directUpload(key: string, kind: MediaKind): DirectUpload | undefined {
  return store.directUpload(key, kind);
}

/** Whether only this file is missing or unreadable, and not the whole store. */
export function isFileLost(error: unknown): boolean {
  return error instanceof MediaMissing || error instanceof MediaDamaged || error instanceof MediaUnreadable;
}

/** Whether a file of this machine's media folder needs the master key. @throws MediaUnavailable */
export async function isMasterKeyOfMedia(masterKeyId: number): Promise<boolean> {
  await mark.require();
  return needsMasterKey(folder, masterKeyId);
}

/**
 * Wraps the data key of a file in this machine's media folder with the newest master key. Returns false if there is
 * nothing to do. @throws MediaDamaged, MediaUnavailable
 */
export async function rewrapMedia(key: string): Promise<boolean> {
  await mark.require();
  return rewrapOnDisk(folder, key);
}

/** For a web process that starts: from then on, only this folder is used. Does nothing with Cloudinary. */
export async function markMediaFolder(): Promise<void> {
  if (!env.CLOUDINARY_URL) await mark.make();
}

/** Why no file can be stored in the media folder; undefined if files can be, or go to Cloudinary. */
export async function mediaFolderTrouble(): Promise<string | undefined> {
  if (env.CLOUDINARY_URL) return undefined;
  // A network drive may not answer at all.
  return Promise.race([folderTrouble(), pause(ANSWER_MS, unwritable("ETIMEDOUT"), { ref: false })]);
}

const unwritable = (code: string) => `the media folder cannot be written (${code})`;

async function folderTrouble(): Promise<string | undefined> {
  const name = await mark.missing();
  if (name) return `the media folder is another one, without the file ${name}`;
  const code = await whyNotWritable(folder);
  if (code) return unwritable(code);
  return (await isDiskFull(0))
    ? `less than ${env.DISK_RESERVE_MB} MB are left on its disk (DISK_RESERVE_MB)`
    : undefined;
}

/** Whether this many bytes would use up the space that is reserved for everything else, such as the database. */
export async function isDiskFull(bytes: number): Promise<boolean> {
  if (env.CLOUDINARY_URL) return false;
  const disk = await statfs(env.AMBERKEEP_HOME).catch(() => statfs("."));
  return disk.bavail * disk.bsize - bytes < env.DISK_RESERVE_MB * MB;
}

/** For the Content-Security-Policy of pages that send files. */
export const directUploadOrigin = store.directUploadOrigin;
