import { and, eq, inArray, sql } from "drizzle-orm";
import { wakeSender } from "~/domain/outbox/message.server";
import { db, inTransaction } from "~/services/db.server";
import { findLockingPools, unlockPools } from "~/services/jobs.server";
import { messages, workerHeartbeats } from "~db/schema";

export const BEAT_MS = 1_000;
/** Without a heartbeat for this long a worker counts as dead. */
export const DEAD_AFTER_MS = 3_500;

/** The database's clock, as those of machines differ. */
const databaseNow = sql`UTC_TIMESTAMP(3)`;
const oldestLiveBeat = sql`UTC_TIMESTAMP(3) - INTERVAL ${sql.raw(String(DEAD_AFTER_MS * 1000))} MICROSECOND`;

export async function beat(poolId: string): Promise<void> {
  await db
    .insert(workerHeartbeats)
    .values({ poolId, startedAt: databaseNow, beatAt: databaseNow })
    .onDuplicateKeyUpdate({ set: { beatAt: databaseNow } });
}

export async function endBeat(poolId: string): Promise<void> {
  await db.delete(workerHeartbeats).where(eq(workerHeartbeats.poolId, poolId));
}

/**
 * Releases claims, then jobs, then heartbeats, so that an interrupted run is repeated. Safe on several machines.
 * Returns the dead pools. Sweep afterwards: a job that was replaced while it was locked never runs.
 */
export async function releaseDeadWorkers(): Promise<string[]> {
  // Locks before heartbeats: a live holder of a lock has a heartbeat by then.
  const lockingPools = await findLockingPools(DEAD_AFTER_MS);
  const rows = await db
    .select({ poolId: workerHeartbeats.poolId, isAlive: sql<number>`${workerHeartbeats.beatAt} >= ${oldestLiveBeat}` })
    .from(workerHeartbeats);
  const alive = new Set(rows.filter((row) => Number(row.isAlive) === 1).map((row) => row.poolId));
  const silent = rows.map((row) => row.poolId).filter((poolId) => !alive.has(poolId));
  const locking = lockingPools.filter((poolId) => !alive.has(poolId));
  const dead = [...new Set([...silent, ...locking])];
  for (const poolId of dead) {
    // Claims before jobs: what it had started is finished first.
    await wakeSender(...(await freeClaims(poolId)));
    await unlockPools([poolId]);
    await db
      .delete(workerHeartbeats)
      .where(and(eq(workerHeartbeats.poolId, poolId), sql`${workerHeartbeats.beatAt} < ${oldestLiveBeat}`));
  }
  return dead;
}

/** Skips rows that are still locked; they are freed when the claim expires. */
function freeClaims(poolId: string): Promise<string[]> {
  return inTransaction(async (tx) => {
    const held = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.claimedBy, poolId), eq(messages.state, "sending")))
      .for("update", { skipLocked: true });
    const ids = held.map((message) => message.id);
    if (ids.length > 0) await tx.update(messages).set({ claimedUntil: databaseNow }).where(inArray(messages.id, ids));
    return ids;
  });
}
