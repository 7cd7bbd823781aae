import { setTimeout as pause } from "node:timers/promises";

/** Polls `isDone` until it returns true; false when `timeoutMs` is over first. */
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
