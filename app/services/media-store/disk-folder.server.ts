import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Renames a file that was written, and flushes it first: afterwards it survives a power failure. */
export async function moveIntoPlace(file: FileHandle, temporary: string, path: string): Promise<void> {
  await file.sync();
  await file.close();
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Creates a folder, and those above it, that only this account may enter. */
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

/** Windows neither opens nor flushes folders; there the rename has to do. */
function unlessUnsupported(error: NodeJS.ErrnoException): undefined {
  if (!["EISDIR", "EPERM", "EINVAL", "EACCES"].includes(error.code ?? "")) throw error;
}
