import { and, eq, not, sql } from "drizzle-orm";
import { drizzle, type MySql2Database } from "drizzle-orm/mysql2";
import { createConnection } from "mysql2/promise";
import { channelOf } from "~/domain/outbox/channel.server";
import { releaseClaims } from "~/domain/outbox/claim-messages.server";
import { env } from "~/env.server";
import { changedRows, db, SILENT_FOR_MS } from "~/services/db.server";
import { findLockingPools, requestLook, unlockPools } from "~/services/jobs.server";
import { closeWhenSilent, connectionOptions } from "~db/connect";
import { messages, workerHeartbeats } from "~db/schema";
import { CHANNELS } from "~db/schema/states";

export const BEAT_MS = 500;
/** After this long without a heartbeat a worker counts as dead, or as frozen while its session lock is held. */
export const DEAD_AFTER_MS = 3_500;
/**
 * The same for a worker whose session lock is free: its process or its connection has ended. By then a live worker has
 * reconnected and recorded what a provider without a log has accepted.
 */
export const LOST_AFTER_MS = 20_000;
/** The same, for claims that the provider can be asked about: the worker may only have lost its connection. */
export const MISSED_AFTER_MS = 600;
/** The same for a worker whose session lock was lost to a restart, or is on another server of a cluster. */
export const GONE_AFTER_MS = 60_000;

const beforeNow = (ms: number) => sql`UTC_TIMESTAMP(3) - INTERVAL ${ms * 1000} MICROSECOND`;
const lockOf = (workerId: unknown) => sql`CONCAT('amberkeep:', ${workerId})`;
/** Session locks are known to one server of a cluster only. */
const THIS_SERVER = sql`CONCAT(@@hostname, ':', @@port)`;

export type Heartbeat = {
  /** @throws when the database does not respond, or another session holds the lock */
  beat: (poolId: string | undefined) => Promise<void>;
  end: () => Promise<void>;
};

/** Beats over a connection of its own, which holds a session lock: the server frees it when the process ends. */
export function createHeartbeat(workerId: string, silentForMs = GONE_AFTER_MS): Heartbeat {
  let session: { database: MySql2Database; close: () => void } | undefined;

  async function open() {
    const connection = await createConnection(connectionOptions(env.DATABASE_URL));
    connection.on("error", () => {
      session = undefined;
    });
    closeWhenSilent((connection as unknown as { connection: unknown }).connection, SILENT_FOR_MS);
    try {
      // A machine that loses its power closes no connection, and the server would keep its lock for hours.
      await connection.query(`SET SESSION wait_timeout = ${silentForMs / 1_000}`);
      const database = drizzle(connection);
      const [rows] = (await database.execute(sql`SELECT GET_LOCK(${lockOf(workerId)}, 1) AS held`)) as unknown as [
        { held: number }[],
      ];
      if (Number(rows[0]?.held) !== 1) throw new Error("another session holds this worker's lock");
      return { database, close: () => connection.destroy() };
    } catch (error) {
      // A server of a cluster that has lost the others refuses queries, but not connections.
      connection.destroy();
      throw error;
    }
  }

  return {
    async beat(poolId) {
      session ??= await open();
      const now = sql`UTC_TIMESTAMP(3)`;
      const columns = { poolId: poolId ?? null, beatAt: now, server: THIS_SERVER };
      try {
        await session.database
          .insert(workerHeartbeats)
          .values({ workerId, startedAt: now, ...columns })
          .onDuplicateKeyUpdate({ set: columns });
      } catch (error) {
        session?.close();
        session = undefined;
        throw error;
      }
    },
    async end() {
      await db.delete(workerHeartbeats).where(eq(workerHeartbeats.workerId, workerId));
      session?.close();
      session = undefined;
    },
  };
}

const lastChanges = new Map<string, { beatAt: number; changedAt: number }>();

/**
 * How long this process has seen a heartbeat unchanged: the clocks of a cluster's servers may differ, and a server's
 * may be set back.
 */
function unchangedMs(workerId: string, beatAt: number, now: number): number {
  const known = lastChanges.get(workerId);
  if (known?.beatAt === beatAt) return now - known.changedAt;
  lastChanges.set(workerId, { beatAt, changedAt: now });
  return 0;
}

/**
 * Releases the claims, then the jobs, then the heartbeats of dead workers, so that an interrupted run can be repeated.
 * For a worker that may only be frozen, releases only claims that the provider can be asked about. Safe on several
 * machines. Returns the dead workers.
 * @param readUptime of the database, in seconds
 * @param now of this process, in milliseconds
 */
export async function releaseDeadWorkers({
  readUptime = databaseUptime,
  now = performance.now(),
} = {}): Promise<string[]> {
  // Locks before heartbeats: a live holder of a lock has a heartbeat by then.
  const lockingPools = await findLockingPools(DEAD_AFTER_MS).catch(() => []);
  const { workerId, poolId, beatAt, server } = workerHeartbeats;
  const found = await db
    .select({
      workerId,
      poolId,
      beatAt,
      isComparable: sql<number>`${server} = ${THIS_SERVER} AND ${beatAt} < UTC_TIMESTAMP(3) + INTERVAL ${DEAD_AFTER_MS * 1000} MICROSECOND`,
      silentS: sql<number>`TIMESTAMPDIFF(SECOND, ${beatAt}, UTC_TIMESTAMP(3))`,
      isSilent: sql<number>`${beatAt} < ${beforeNow(DEAD_AFTER_MS)}`,
      isGone: sql<number>`${beatAt} < ${beforeNow(GONE_AFTER_MS)}`,
      isLost: sql<number>`${beatAt} < ${beforeNow(LOST_AFTER_MS)} AND ${server} = ${THIS_SERVER} AND IS_FREE_LOCK(${lockOf(workerId)}) = 1`,
      isMissed: sql<number>`${beatAt} < ${beforeNow(MISSED_AFTER_MS)} AND ${server} = ${THIS_SERVER} AND IS_FREE_LOCK(${lockOf(workerId)}) = 1`,
      isFrozen: sql<number>`${server} = ${THIS_SERVER} AND IS_FREE_LOCK(${lockOf(workerId)}) = 0`,
    })
    .from(workerHeartbeats);
  for (const known of lastChanges.keys()) if (!found.some((row) => row.workerId === known)) lastChanges.delete(known);
  const rows = found.map((row) => {
    const silentMs = unchangedMs(row.workerId, row.beatAt.getTime(), now);
    return is(row.isComparable)
      ? row
      : { ...row, isSilent: silentMs > DEAD_AFTER_MS, isGone: silentMs > GONE_AFTER_MS };
  });
  // A server that was restarted has lost the locks, also those of frozen workers.
  const uptime = rows.some((row) => is(row.isLost)) ? await readUptime() : 0;
  const isLost = (row: (typeof rows)[number]) => is(row.isLost) && Number(row.silentS) < uptime;
  const dead = rows.filter((row) => isLost(row) || (is(row.isGone) && !is(row.isFrozen)));
  const frozen = rows.filter((row) => is(row.isSilent) && !dead.includes(row));
  const live = new Set(rows.filter((row) => !dead.includes(row) && !frozen.includes(row)).map((row) => row.poolId));
  const askable = CHANNELS.filter((channel) => channelOf({ channel }).hasSendLog);
  const missed = rows.filter((row) => is(row.isMissed) && !dead.includes(row) && !frozen.includes(row));
  let count = 0;
  for (const { workerId: of } of [...missed, ...frozen]) count += await releaseClaims({ of, channels: askable });
  for (const { workerId: of } of dead) count += await releaseClaims({ of });
  const locking = lockingPools.filter((pool) => !live.has(pool));
  if (locking.length > 0) await unlockPools(locking);
  const released: string[] = [];
  for (const { workerId: id, beatAt: lastBeat } of dead) {
    // The worker's remaining rows follow when their locks are free.
    const isHolding = sql`EXISTS (SELECT 1 FROM ${messages} WHERE ${messages.claimedBy} = ${id} AND ${messages.state} = 'sending')`;
    const isGone = and(eq(workerId, id), eq(beatAt, lastBeat), not(isHolding));
    if (changedRows(await db.delete(workerHeartbeats).where(isGone)) > 0) released.push(id);
  }
  if (count > 0) await requestLook("send_due");
  return released;
}

const is = (flag: unknown) => Number(flag) === 1;

async function databaseUptime(): Promise<number> {
  const [rows] = (await db.execute(sql`SHOW GLOBAL STATUS LIKE 'Uptime'`)) as unknown as [{ Value: string }[]];
  return Number(rows[0]?.Value);
}
