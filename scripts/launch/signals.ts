import { setTimeout as sleep } from "node:timers/promises";
import { processIdentity } from "./process-identity.mjs";

/** Apps stop before the databases that they use. */
export type Tier = "app" | "database";

/** Sends a signal to a database's main process, which stops its own helpers, or to the process group of an app. */
export function signalProcess({ pid, tier }: { pid: number; tier: Tier }, signal: NodeJS.Signals): void {
  try {
    process.kill(tier === "app" ? -pid : pid, signal);
  } catch {}
}

/** Waits for the end of a process that need not be our child. False if it still runs after `timeoutMs`. */
export async function waitForExit(
  { pid, identity }: { pid: number; identity: string | null },
  timeoutMs: number,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (processIdentity(pid) === identity) {
    if (Date.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}
