import { findProcesses } from "./process-identity.mjs";
import { signalProcess, type Tier, waitForExit } from "./signals.ts";

interface Orphans {
  /** An argument that only they have, such as `--datadir=/home/ada/amberkeep/.amberkeep/mysql`. */
  argument: string;
  tier: Tier;
  stopSignal?: NodeJS.Signals;
}

/** Stops the processes that a killed start has left running. */
export async function stopOrphans({ argument, tier, stopSignal = "SIGTERM" }: Orphans): Promise<void> {
  await Promise.all(
    findProcesses(argument).map(async (orphan) => {
      // Not the process group, which may contain others.
      const target = { pid: orphan.pid, tier: "database" } as const;
      signalProcess(target, stopSignal);
      if (await waitForExit(orphan, tier === "app" ? 10_000 : 30_000)) return;
      signalProcess(target, "SIGKILL");
      await waitForExit(orphan, 5_000);
    }),
  );
}
