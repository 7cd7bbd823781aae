import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Child, Children } from "./children.ts";

interface DataFolder {
  data: string;
  children: Children;
  /** For tests: replaces data that does not start. */
  disposable?: boolean;
  initialise: (temporary: string) => Promise<void>;
  start: () => Promise<Child>;
}

/** Missing data is initialised under a temporary name, then renamed: a killed start leaves no half-initialised data. */
export async function startOnData({ data, children, disposable, initialise, start }: DataFolder): Promise<Child> {
  const leftovers = `${basename(data)}.new-`;
  for (const name of readdirSync(dirname(data)).filter((one) => one.startsWith(leftovers))) {
    // A killed start may still be writing there.
    rmSync(join(dirname(data), name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  async function create() {
    const temporary = `${data}.new-${randomBytes(4).toString("hex")}`;
    mkdirSync(temporary, { mode: 0o700 });
    try {
      await initialise(temporary);
      renameSync(temporary, data);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  }
  if (!existsSync(data)) await create();
  try {
    return await start();
  } catch (error) {
    if (!disposable || children.isStopping()) throw error;
    rmSync(data, { recursive: true, force: true });
    await create();
    return start();
  }
}
