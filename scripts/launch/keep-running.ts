import { setTimeout as pause } from "node:timers/promises";
import type { OwnedProcess } from "./owned-processes.ts";

interface KeepRunning {
  process: OwnedProcess;
  start: () => OwnedProcess | Promise<OwnedProcess>;
  isStopping: () => boolean;
  say: (line: string) => void;
  /** A death sooner than this many milliseconds after the start counts as quick. */
  quick?: number;
  /** The first pause before a new start, in milliseconds; each quick death doubles it. */
  firstPause?: number;
}

/** Starts a process again whenever it ends by itself. Resolves, with its name, when it has died quickly three times in a row. */
export async function keepRunning(options: KeepRunning): Promise<string> {
  const { start, isStopping, say, quick = 10_000, firstPause = 500 } = options;
  let { process: current } = options;
  let quickDeaths = 0;
  for (;;) {
    const startedAt = Date.now();
    await current.exited;
    if (isStopping()) return new Promise(() => {});
    quickDeaths = Date.now() - startedAt < quick ? quickDeaths + 1 : 0;
    if (quickDeaths === 3) return current.name;
    say(`${current.name} ended unexpectedly and is started again.`);
    await pause(firstPause * 2 ** quickDeaths);
    if (isStopping()) return new Promise(() => {});
    current = await start();
  }
}
