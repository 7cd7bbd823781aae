import { setTimeout as pause } from "node:timers/promises";
import { processIdentity } from "./process-identity.mjs";

/** Apps stop before their databases. */
export type Tier = "app" | "database";

/** Signals a database's main process, which stops its helpers, or the process group of an app. */
export function signalProcess({ pid, tier }: { pid: number; tier: Tier }, signal: NodeJS.Signals): void {
  try {
    process.kill(tier === "app" ? -pid : pid, signal);
  } catch {}
}

/** The process need not be a child. False if it still runs after `timeoutMs`. */
export async function waitForExit(
  { pid, identity }: { pid: number; identity: string | null },
  timeoutMs: number,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (processIdentity(pid) === identity) {
    if (Date.now() > deadline) return false;
    await pause(25);
  }
  return true;
}
