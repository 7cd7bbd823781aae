import { and, eq, inArray, sql } from "drizzle-orm";
import { wakeSender } from "~/domain/outbox/message.server";
import { db, inTransaction } from "~/services/db.server";
import { findLockingPools, unlockPools } from "~/services/jobs.server";
import { messages, workerHeartbeats } from "~db/schema";

/** How often a worker says that it lives, in milliseconds. */
export const BEAT_MS = 1_000;
/** A worker that has not said so for this long is taken for dead. */
export const DEAD_AFTER_MS = 3_500;

/** Beats use the database's clock, so that machines need not agree about the time. */
const databaseNow = sql`UTC_TIMESTAMP(3)`;
const oldestLiveBeat = sql`UTC_TIMESTAMP(3) - INTERVAL ${sql.raw(String(DEAD_AFTER_MS * 1000))} MICROSECOND`;

/** Says that the worker with this pool lives. */
export async function beat(poolId: string): Promise<void> {
  await db
    .insert(workerHeartbeats)
    .values({ poolId, startedAt: databaseNow, beatAt: databaseNow })
    .onDuplicateKeyUpdate({ set: { beatAt: databaseNow } });
}

/** Takes back a worker's word, as when it stops. */
export async function endBeat(poolId: string): Promise<void> {
  await db.delete(workerHeartbeats).where(eq(workerHeartbeats.poolId, poolId));
}

/**
 * Frees what dead workers left locked: their claims on messages first, then their jobs, and at last their heartbeat,
 * so that whoever is killed in the middle leaves the rest to be found again. Safe to run on several machines at once.
 * Answers the pools that were taken for dead. Sweep afterwards: a job that was replaced while it was locked never runs.
 */
export async function releaseDeadWorkers(): Promise<string[]> {
  // The locks first: whoever lives and holds one has beaten by the time the beats are read, however long that takes.
  const lockingPools = await findLockingPools(DEAD_AFTER_MS);
  const rows = await db
    .select({ poolId: workerHeartbeats.poolId, isAlive: sql<number>`${workerHeartbeats.beatAt} >= ${oldestLiveBeat}` })
    .from(workerHeartbeats);
  const alive = new Set(rows.filter((row) => Number(row.isAlive) === 1).map((row) => row.poolId));
  const silent = rows.map((row) => row.poolId).filter((poolId) => !alive.has(poolId));
  const locking = lockingPools.filter((poolId) => !alive.has(poolId));
  const dead = [...new Set([...silent, ...locking])];
  for (const poolId of dead) {
    // What it had begun is ended before anybody takes up what it had not.
    await wakeSender(...(await freeClaims(poolId)));
    await unlockPools([poolId]);
    await db
      .delete(workerHeartbeats)
      .where(and(eq(workerHeartbeats.poolId, poolId), sql`${workerHeartbeats.beatAt} < ${oldestLiveBeat}`));
  }
  return dead;
}

/**
 * Ends the claims of a pool, and answers the messages. A worker that was stopped in the middle of writing an answer keeps
 * that row locked: it is passed over, and free when its time is up.
 */
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
