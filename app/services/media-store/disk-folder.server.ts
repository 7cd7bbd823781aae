import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Flushes the file before the rename, to survive a power failure. */
export async function moveIntoPlace(file: FileHandle, temporary: string, path: string): Promise<void> {
  await file.sync();
  await file.close();
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (!first) return;
  for (let folder = path; folder.length >= dirname(first).length; folder = dirname(folder)) await syncFolder(folder);
}

/** Files that were added and removed survive a power failure as such. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(unlessUnsupported);
  if (!folder) return;
  await folder.sync().catch(unlessUnsupported);
  await folder.close();
}

/** Windows cannot open or flush folders. */
function unlessUnsupported(error: NodeJS.ErrnoException): undefined {
  if (!["EISDIR", "EPERM", "EINVAL", "EACCES"].includes(error.code ?? "")) throw error;
}
