import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Child, Children } from "./children.ts";

interface DataFolder {
  data: string;
  children: Children;
  /** Set if data that does not start may be replaced: it is moved to the folder `aside`. */
  onReplaced?: (aside: string) => void;
  initialise: (temporary: string) => Promise<void>;
  start: () => Promise<Child>;
}

export const deleteFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Missing data is initialised under a temporary name, then renamed: a killed start leaves no half-initialised data. */
export async function startOnData({ data, children, onReplaced, initialise, start }: DataFolder): Promise<Child> {
  deleteLeftovers(data);
  async function create() {
    const temporary = `${data}.new-${randomBytes(4).toString("hex")}`;
    mkdirSync(temporary, { mode: 0o700 });
    try {
      await initialise(temporary);
      renameSync(temporary, data);
    } finally {
      deleteFolder(temporary);
    }
  }
  if (!existsSync(data)) {
    await create();
    // A killed start may have continued writing meanwhile.
    deleteLeftovers(data);
  }
  try {
    return await start();
  } catch (error) {
    if (!onReplaced || children.isStopping()) throw error;
    const aside = `${data}.damaged`;
    deleteFolder(aside);
    renameSync(data, aside);
    try {
      await create();
      const child = await start();
      onReplaced(aside);
      return child;
    } catch {
      // The data was not the cause; perhaps the disk is full.
      deleteFolder(data);
      renameSync(aside, data);
      throw error;
    }
  }
}

/** Retries, as a killed start may still be writing there. */
function deleteLeftovers(data: string): void {
  const leftovers = `${basename(data)}.new-`;
  for (const name of readdirSync(dirname(data)).filter((one) => one.startsWith(leftovers))) {
    rmSync(join(dirname(data), name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
