import { access, constants, type FileHandle, mkdir, open, rename } from "node:fs/promises";
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

/** The error code that files would be refused with; undefined if there is none. Creates the folder. */
export async function whyNotWritable(path: string): Promise<string | undefined> {
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
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
