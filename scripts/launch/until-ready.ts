import { setTimeout as pause } from "node:timers/promises";
import type { OwnedProcess } from "./owned-processes.ts";

export type Readiness = { ok: true } | { ok: false; reason: "exited" | "timeout"; error?: unknown };

/** Tries `attempt` again and again until it succeeds, the process ends, or `patience` milliseconds are over. */
export async function untilReady(
  process: OwnedProcess,
  attempt: () => Promise<unknown>,
  patience = 60_000,
): Promise<Readiness> {
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      await attempt();
      return { ok: true };
    } catch (error) {
      if (!process.isRunning()) return { ok: false, reason: "exited" };
      if (Date.now() > deadline) return { ok: false, reason: "timeout", error };
    }
    await Promise.race([pause(50), process.exited]);
  }
}
