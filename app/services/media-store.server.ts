import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { env } from "~/env.server";

const folder = resolve(env.AMBERKEEP_HOME, "media");

/**
 * Keeps `content` under `key` on the disk, written whole or not at all: a temporary file, flushed, then renamed.
 * @throws Error for a key that would leave the store's folder
 */
export async function putMedia(key: string, content: Buffer): Promise<void> {
  const path = pathOf(key);
  const temporary = `${path}.${process.pid}.part`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(temporary, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

/** Streams the bytes from `start` to `end`, both included; without them the whole file. */
export function readMedia(key: string, range: { start?: number; end?: number } = {}) {
  return createReadStream(pathOf(key), range);
}

export async function deleteMedia(key: string): Promise<void> {
  await rm(pathOf(key), { force: true });
}

function pathOf(key: string): string {
  const path = resolve(join(folder, key));
  if (!path.startsWith(folder + sep)) throw new Error("A media key must stay inside the store.");
  return path;
}
