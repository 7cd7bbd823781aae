import { findProcesses } from "./process-identity.mjs";
import { signalProcess, type Tier, waitForExit } from "./signals.ts";

interface Orphans {
  /** Unique to the orphans, such as `--datadir=/home/ada/amberkeep/.amberkeep/mysql`. */
  argument: string;
  tier: Tier;
  stopSignal?: NodeJS.Signals;
}

export async function stopOrphans({ argument, tier, stopSignal = "SIGTERM" }: Orphans): Promise<void> {
  await Promise.all(
    findProcesses(argument).map(async (orphan) => {
      // The process group may contain others.
      const target = { pid: orphan.pid, tier: "database" } as const;
      signalProcess(target, stopSignal);
      if (await waitForExit(orphan, tier === "app" ? 10_000 : 30_000)) return;
      signalProcess(target, "SIGKILL");
      await waitForExit(orphan, 5_000);
    }),
  );
}
