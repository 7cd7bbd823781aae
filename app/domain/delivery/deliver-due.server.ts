import { min, sql } from "drizzle-orm";
import { db } from "~/services/db.server";
import { requestLookAt } from "~/services/jobs.server";
import { memories } from "~db/schema";
import { deliverBatch } from "./deliver-vault.server";
import { noteIdleLook } from "./idle-look.server";

/**
 * A job for the next instant starts up to this early, since the queue is polled once a second. A timer waits for it.
 */
const LEAD_MS = 1_200;
/** Only vaults due soon are queued; the workers' timers find the rest, and those due within the next two seconds. */
const QUEUE_AHEAD_MS = { least: 2_000, most: 3 * 60_000 };

/**
 * Delivers until nothing is due, and enqueues a job for the next known instant. Safe on several machines.
 * @returns in how many milliseconds the next vault is due, if one is
 */
export async function deliverDue(signal: AbortSignal): Promise<number | undefined> {
  for (;;) {
    const next = await findNextDue();
    if (signal.aborted) return undefined;
    if (!next || next.inMs > 0) await noteIdleLook();
    if (!next) return undefined;
    if (next.inMs > 0) {
      const isQueued = next.inMs > QUEUE_AHEAD_MS.least && next.inMs < QUEUE_AHEAD_MS.most;
      if (isQueued) await requestLookAt("deliver_due", next.at, next.inMs - LEAD_MS);
      return next.inMs;
    }
    // A due vault that was not found is locked by another worker.
    if ((await deliverBatch()).length === 0) return LOCKED_FOR_MS;
  }
}

const LOCKED_FOR_MS = 20;

/** Reads one entry of the index. */
async function findNextDue(): Promise<{ at: Date; inMs: number } | undefined> {
  const first = min(memories.dueAt);
  const [row] = await db
    .select({ at: first, inMs: sql<number>`TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), ${first}) / 1000` })
    .from(memories);
  return row?.at ? { at: row.at, inMs: Number(row.inMs) } : undefined;
}
