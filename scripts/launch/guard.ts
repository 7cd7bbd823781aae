/**
 * Outlives the launcher to purgeExpired up after it. The launcher tells us line by line what it has started; when it ends, however it ends,
 * the pipe closes and whatever it left behind is stopped: first web, worker and tools, then the databases they use.
 */
import { createInterface } from "node:readline";
import { processIdentity } from "./process-identity.mjs";
import { signalProcess, waitUntilGone } from "./signals.ts";

export interface Watched {
  pid: number;
  rank: "app" | "database";
  stopSignal: NodeJS.Signals;
}

const watched = new Map<number, Watched & { identity: string | null }>();

for await (const line of createInterface({ input: process.stdin })) {
  const message: { watch: Watched } | { forget: number } = JSON.parse(line);
  if ("forget" in message) watched.delete(message.forget);
  else watched.set(message.watch.pid, { ...message.watch, identity: processIdentity(message.watch.pid) });
}

for (const rank of ["app", "database"] as const) {
  const patience = rank === "app" ? 10_000 : 30_000;
  const left = [...watched.values()].filter((one) => one.rank === rank && one.identity !== null);
  const stillRuns = ({ pid, identity }: (typeof left)[number]) => processIdentity(pid) === identity;
  for (const one of left.filter(stillRuns)) signalProcess(one, one.stopSignal);
  await Promise.all(left.map((one) => waitUntilGone(one, patience)));
  for (const one of left.filter(stillRuns)) signalProcess(one, "SIGKILL");
}
