import { randomBytes } from "node:crypto";
import { constants, copyFile, open, readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { newestMasterKeyId } from "~/services/cipher.server";
import { makeFolder, moveIntoPlace, syncFolder } from "./disk-folder.server";
import { createDiskParts } from "./disk-parts.server";
import {
  appendContent,
  BATCH_BYTES,
  contentBytes,
  createEncrypted,
  openEncrypted,
  readContent,
  readMasterKeyId,
  rewrappedHeader,
  unlessMissing,
} from "./encrypted-file.server";
import type { FolderMark } from "./folder-mark.server";
import { checkKey, MediaMissing, type MediaSource, type MediaStore, MediaUnavailable } from "./store.server";

/** A finished file, one received in parts, and one being put. */
const ENDINGS = /^\.(enc|part|[0-9a-f]{16}\.tmp)$/;

export function createDiskStore(folder: string, mark?: FolderMark): MediaStore {
  const root = resolve(folder);
  const parts = createDiskParts();
  const pathOf = (key: string) => {
    checkKey(key);
    return join(root, key);
  };

  /** Without the folder, as on a machine that does not share it, every file would seem to be gone. */
  async function requireFolder(): Promise<void> {
    await mark?.require();
    if (!(await stat(root).catch(unlessMissing))) throw new MediaUnavailable("The media folder is missing.");
  }

  const onOwnDisk = <Result>(work: () => Promise<Result>) =>
    withDiskErrors(async () => {
      await mark?.require();
      return work();
    });

  return {
    async put(key, source) {
      const path = pathOf(key);
      await onOwnDisk(async () => {
        await makeFolder(dirname(path));
        await writeWhole(path, key, source);
      });
    },

    async read(key, range) {
      const stream = await readRange(pathOf(key), key, range);
      if (stream) return stream;
      await requireFolder();
      throw new MediaMissing();
    },

    async delete(key) {
      const path = pathOf(key);
      await requireFolder();
      await parts.forget(key, () => removeAll(path));
    },

    receivePart: (key, part) => onOwnDisk(async () => parts.receive(pathOf(key), key, part)),
    receivedBytes: (key) => onOwnDisk(async () => parts.receivedBytes(pathOf(key), key)),
    finishParts: (key, { total }) => onOwnDisk(async () => parts.finish(pathOf(key), key, total)),
    directUpload: () => undefined,
    directUploadOrigin: undefined,
  };
}

/**
 * Wraps a file's data key with the newest master key, in a copy that then replaces the file: a header half written would
 * lose it. Returns false if there is nothing to do.
 * @throws MediaDamaged, MediaUnavailable
 */
export async function rewrapOnDisk(folder: string, key: string): Promise<boolean> {
  checkKey(key);
  const path = join(resolve(folder), key);
  await withDiskErrors(() => removeStaleCopies(path));
  const header = await rewrappedHeader(`${path}.enc`, key);
  if (!header) return false;
  const temporary = temporaryFor(path);
  return withDiskErrors(async () => {
    try {
      await copyFile(`${path}.enc`, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      const file = await open(temporary, "r+");
      await file.write(header, 0, header.length, 0);
      await moveIntoPlace(file, temporary, `${path}.enc`);
      return true;
    } catch (error) {
      await rm(temporary, { force: true });
      // It was deleted, or is being rewrapped by another process, which removed this copy.
      return unlessMissing(error as NodeJS.ErrnoException) ?? false;
    }
  });
}

/** A copy that a crash left, still with the old key, would keep that key from being retired. */
async function removeStaleCopies(path: string): Promise<void> {
  for (const entry of await entriesOf(path)) {
    const masterKeyId = entry.endsWith(".tmp") ? await readMasterKeyId(entry) : undefined;
    if (masterKeyId !== undefined && masterKeyId !== newestMasterKeyId) await rm(entry, { force: true });
  }
}

const temporaryFor = (path: string) => `${path}.${randomBytes(8).toString("hex")}.tmp`;

/** Full, gone, or not writable. Node reports ENOENT for a folder that it cannot make on a read-only disk. */
const DISK_PROBLEMS = [
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EACCES",
  "EPERM",
  "EIO",
  "ENOENT",
  "ENOTDIR",
  "EMFILE",
  "ENFILE",
  "ESTALE",
];

async function withDiskErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!DISK_PROBLEMS.includes(code)) throw error;
    throw new MediaUnavailable(`The disk cannot be written: ${code}`, { cause: error });
  }
}

async function writeWhole(path: string, key: string, source: MediaSource): Promise<void> {
  const temporary = temporaryFor(path);
  const encrypted = await createEncrypted(temporary, key, "wx");
  try {
    await appendContent(encrypted, source, { isWhole: () => true });
    await moveIntoPlace(encrypted.file, temporary, `${path}.enc`).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" ? new MediaMissing() : error;
    });
  } catch (error) {
    await encrypted.file.close();
    await rm(temporary, { force: true });
    throw error;
  }
}

async function readRange(path: string, key: string, { start = 0, end }: { start?: number; end?: number }) {
  const encrypted = await openEncrypted(`${path}.enc`, key);
  if (!encrypted) return undefined;
  const close = () => encrypted.file.close();
  try {
    const bytes = await contentBytes(encrypted);
    const content = readContent(encrypted, { start, end: Math.min(end ?? bytes - 1, bytes - 1), bytes });
    return Readable.from(content, { objectMode: false, highWaterMark: BATCH_BYTES }).once("close", close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Flushes the folder even if they are gone, as an interrupted removal may not have done so. */
async function removeAll(path: string): Promise<void> {
  for (const entry of await entriesOf(path)) await rm(entry, { force: true });
  await syncFolder(dirname(path)).catch(unlessMissing);
}

async function entriesOf(path: string): Promise<string[]> {
  const name = basename(path);
  const entries = (await readdir(dirname(path)).catch(unlessMissing)) ?? [];
  const own = entries.filter((entry) => entry.startsWith(name) && ENDINGS.test(entry.slice(name.length)));
  return own.map((entry) => join(dirname(path), entry));
}
