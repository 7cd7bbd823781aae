import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findProcesses } from "./process-identity.mjs";
import { signalProcess, waitUntilGone } from "./signals.ts";

interface Leftover {
  /** What its command line holds that proves it ours, such as `--datadir=/home/ada/amberkeep/.amberkeep/mysql`. */
  argument: string;
  rank: "app" | "database";
  stopSignal?: NodeJS.Signals;
}

/** Stops what a killed start has left running, first politely. Leaves alone whatever does not name our own folders. */
export async function stopLeftovers({ argument, rank, stopSignal = "SIGTERM" }: Leftover): Promise<void> {
  await Promise.all(
    findProcesses(argument).map(async (found) => {
      signalProcess({ pid: found.pid, rank: "database" }, stopSignal);
      if (await waitUntilGone(found, rank === "app" ? 10_000 : 30_000)) return;
      signalProcess({ pid: found.pid, rank: "database" }, "SIGKILL");
      await waitUntilGone(found, 5_000);
    }),
  );
}

/** Removes half-made data folders (`<name>.new-…`) of an initialisation that was killed. */
export function removeHalfMade(parent: string, name: string): void {
  for (const entry of readdirSync(parent)) {
    if (entry.startsWith(`${name}.new-`)) rmSync(join(parent, entry), { recursive: true, force: true });
  }
}
