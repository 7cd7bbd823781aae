import { randomBytes } from "node:crypto";
import { open, readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import {
  makeFolder,
  readEncrypted,
  readPlain,
  settle,
  unlessMissing,
  writeFully,
  writeSegments,
} from "./disk-file.server";
import { createDiskParts } from "./disk-parts.server";
import { createEncryptor, createFileKey } from "./encrypted-file.server";
import { piecesOf } from "./part-source.server";
import { checkKey, type MediaSource, type MediaStore, MediaUnavailable } from "./store.server";

/**
 * Keeps files in `folder`, encrypted (encrypted-file.server.ts): a whole one as `<key>.enc`, one that is being received
 * as `<key>.part`, and one that is being written as `<key>.<random>.tmp`. A file that lies there as `<key>`
 * was written before files were encrypted, and is read as it is.
 */
export function createDiskStore(folder: string): MediaStore {
  const root = resolve(folder);
  const parts = createDiskParts();
  const pathOf = (key: string) => {
    checkKey(key);
    return join(root, key);
  };

  return {
    async put(key, source) {
      const path = pathOf(key);
      await makeFolder(dirname(path));
      await writeWhole(path, key, source);
    },

    async read(key, { start, end }) {
      const path = pathOf(key);
      const encrypted = await readEncrypted(`${path}.enc`, key, { start, end });
      return encrypted ?? readPlain(path, { start, end }).catch((error: unknown) => unlessFolderGone(root, error));
    },

    async delete(key) {
      const path = pathOf(key);
      await requireFolder(root);
      await parts.forget(key, () => removeAll(path));
    },

    receivePart: async (key, part) => parts.receive(pathOf(key), key, part),
    receivedBytes: async (key) => parts.receivedBytes(pathOf(key), key),
    finishParts: async (key, { total }) => parts.finish(pathOf(key), key, total),
    directUpload: () => undefined,
    directUploadOrigin: undefined,
  };
}

/** A machine that lacks the folder would say of every file that it is gone. */
async function requireFolder(root: string): Promise<void> {
  if (!(await stat(root).catch(unlessMissing))) throw new MediaUnavailable("The media folder is not there.");
}

async function unlessFolderGone(root: string, error: unknown): Promise<never> {
  await requireFolder(root);
  throw error;
}

async function writeWhole(path: string, key: string, source: MediaSource): Promise<void> {
  const temporary = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  const file = await open(temporary, "wx", 0o600);
  try {
    const { fileKey, header } = createFileKey(key);
    await writeFully(file, [header], 0);
    const encryptor = createEncryptor(fileKey);
    const atEnd = (pieces: Buffer[]) => {
      encryptor.close(pieces);
      encryptor.mark(pieces);
    };
    await writeSegments(file, encryptor, piecesOf(source), { atEnd });
    await settle(file, temporary, `${path}.enc`);
  } catch (error) {
    await file.close();
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes a file in whatever state it is, and what a crash left of writing it. */
async function removeAll(path: string): Promise<void> {
  for (const ending of [".enc", ".part", ""]) await rm(path + ending, { force: true });
  const folder = dirname(path);
  const beside = (await readdir(folder).catch(unlessMissing)) ?? [];
  const isLeftover = (name: string) => name.startsWith(`${basename(path)}.`) && name.endsWith(".tmp");
  for (const name of beside.filter(isLeftover)) await rm(join(folder, name), { force: true });
}
