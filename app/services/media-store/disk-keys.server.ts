import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readMasterKeyId, unlessMissing } from "./encrypted-file.server";

/** Whether a file in the folder, finished or not, needs this master key. Reads the header of every file. */
export async function needsMasterKey(folder: string, masterKeyId: number): Promise<boolean> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing)) ?? [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    if ((await readMasterKeyId(join(entry.parentPath, entry.name))) === masterKeyId) return true;
  }
  return false;
}
