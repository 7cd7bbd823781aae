import { findProcesses } from "./process-identity.mjs";
import { signalProcess, waitForExit } from "./signals.ts";

interface Orphans {
  /** Unique to the orphans, such as `--datadir=/home/ada/amberkeep/.amberkeep/mysql`. */
  argument: string;
  stopSignal?: NodeJS.Signals;
}

/** A worker may be handing a mail to a slow server, and a database writes what it has in memory. */
const STOP_TIMEOUT_MS = 60_000;

export async function stopOrphans({ argument, stopSignal = "SIGTERM" }: Orphans): Promise<void> {
  await Promise.all(
    findProcesses(argument).map(async (orphan) => {
      // The process group may contain others.
      const target = { pid: orphan.pid, tier: "database" } as const;
      signalProcess(target, stopSignal);
      if (await waitForExit(orphan, STOP_TIMEOUT_MS)) return;
      signalProcess(target, "SIGKILL");
      await waitForExit(orphan, 5_000);
    }),
  );
}
