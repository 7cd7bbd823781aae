import { setTimeout as pause } from "node:timers/promises";

/** False after `timeoutMs`. */
export async function waitUntil(
  isDone: () => Promise<boolean>,
  { timeoutMs, everyMs = 500 }: { timeoutMs: number; everyMs?: number },
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isDone())) {
    if (Date.now() > deadline) return false;
    await pause(everyMs);
  }
  return true;
}
