import { setTimeout as pause } from "node:timers/promises";
import { processIdentity } from "./process-identity.mjs";

/** Sends a signal: to a database's main process, which looks after its own; to the whole group of anything else. */
export function signalProcess({ pid, rank }: { pid: number; rank: "app" | "database" }, signal: NodeJS.Signals): void {
  try {
    process.kill(rank === "app" ? -pid : pid, signal);
  } catch {
    // It is gone already.
  }
}

/** Waits until a process that may not be our child has ended. False when it still runs after `patience` milliseconds. */
export async function waitUntilGone(one: { pid: number; identity: string | null }, patience: number): Promise<boolean> {
  const deadline = Date.now() + patience;
  while (processIdentity(one.pid) === one.identity) {
    if (Date.now() > deadline) return false;
    await pause(25);
  }
  return true;
}
