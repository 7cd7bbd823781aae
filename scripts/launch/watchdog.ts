/**
 * Outlives the launcher to clean up after it. The launcher reports each started process as a JSON line; when the pipe
 * closes, because the launcher ended or was killed, the watchdog stops the rest: apps first, then databases.
 */
import { createInterface } from "node:readline";
import { processIdentity } from "./process-identity.mjs";
import { signalProcess, type Tier, waitForExit } from "./signals.ts";

export interface Watched {
  pid: number;
  tier: Tier;
  stopSignal: NodeJS.Signals;
  stopTimeoutMs: number;
}

const watched = new Map<number, Watched & { identity: string | null }>();

for await (const line of createInterface({ input: process.stdin })) {
  const message: { watch: Watched } | { forget: number } = JSON.parse(line);
  if ("forget" in message) watched.delete(message.forget);
  else watched.set(message.watch.pid, { ...message.watch, identity: processIdentity(message.watch.pid) });
}

for (const tier of ["app", "database"] as const) {
  const left = [...watched.values()].filter((one) => one.tier === tier && one.identity !== null);
  const stillRuns = ({ pid, identity }: (typeof left)[number]) => processIdentity(pid) === identity;
  await Promise.all(
    left.filter(stillRuns).map(async (one) => {
      signalProcess(one, one.stopSignal);
      if (!(await waitForExit(one, one.stopTimeoutMs))) signalProcess(one, "SIGKILL");
    }),
  );
}
