import { createId } from "@paralleldrive/cuid2";
import { eq, sql } from "drizzle-orm";
import { Pool } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { claimDue } from "~/domain/outbox/claim-messages.server";
import { LANE_GROUPS } from "~/domain/outbox/lane";
import { env } from "~/env.server";
import { db, inTransaction } from "~/services/db.server";
import { requestLook } from "~/services/jobs.server";
import { messages, workerHeartbeats } from "~db/schema";
import { isOnCluster } from "../../../tests/factories/cluster";
import { createDueLetter } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import {
  createHeartbeat,
  DEAD_AFTER_MS,
  GONE_AFTER_MS,
  type Heartbeat,
  LOST_AFTER_MS,
  MISSED_AFTER_MS,
  releaseDeadWorkers,
} from "./liveness.server";

const queue = new Pool({ connectionString: env.WORKER_DATABASE_URL });
const heartbeats: Heartbeat[] = [];
const IS_ON_CLUSTER = await isOnCluster();
/** Long enough for any server to declare a worker dead; only its own server sees that its lock is free. */
const ENDED_MS = (IS_ON_CLUSTER ? GONE_AFTER_MS : LOST_AFTER_MS) + 200;
afterAll(() => queue.end());
afterEach(async () => {
  await Promise.all(heartbeats.splice(0).map((heartbeat) => heartbeat.end()));
});

beforeEach(async () => {
  await db.delete(workerHeartbeats);
  await queue.query("DELETE FROM graphile_worker._private_jobs");
});

/** A job taken `secondsAgo` and not finished. */
async function lockJob(poolId: string, secondsAgo: number): Promise<void> {
  await requestLook("send_due");
  await queue.query(
    "UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() - $2 * interval '1 second'",
    [poolId, secondsAgo],
  );
}

async function jobHolder(): Promise<string | null> {
  const { rows } = await queue.query("SELECT locked_by FROM graphile_worker.jobs WHERE key = 'send_due'");
  return rows[0].locked_by;
}

async function mailClaimedBy(workerId: string) {
  const { user } = await createUser();
  const { delivery } = await createDueLetter(user);
  const [mail] = await writtenTo(delivery.recipientEmail, "delivery");
  const id = mail?.id ?? "";
  const claimed = { state: "sending", claimedBy: workerId, claimToken: createId(), attemptedAt: new Date() } as const;
  await db
    .update(messages)
    .set({ ...claimed, claimedUntil: new Date("2090-01-01"), mayBeSent: true })
    .where(eq(messages.id, id));
  const read = async () => (await db.select().from(messages).where(eq(messages.id, id)))[0];
  return { id, read };
}

/** A worker whose last heartbeat was `silentMs` ago; its session lock is held while its process lives. */
async function createWorker(silentMs: number, { isRunning = false, poolId = createId() } = {}) {
  const workerId = createId();
  const heartbeat = createHeartbeat(workerId);
  await heartbeat.beat(poolId);
  if (isRunning) heartbeats.push(heartbeat);
  else await heartbeat.end();
  const beatAt = sql`UTC_TIMESTAMP(3) - INTERVAL ${sql.raw(String(silentMs * 1000))} MICROSECOND`;
  const row = { workerId, poolId, startedAt: beatAt, beatAt, server: sql`CONCAT(@@hostname, ':', @@port)` };
  await db.insert(workerHeartbeats).values(row).onDuplicateKeyUpdate({ set: { beatAt } });
  return { workerId, poolId };
}

/** As if the database had run for an hour, since one that has just started knows no earlier session locks. */
const release = (options: Parameters<typeof releaseDeadWorkers>[0] = {}) =>
  releaseDeadWorkers({ readUptime: async () => 3_600, ...options });

/** On a cluster, another server has to see the time pass. */
async function releaseAfter(ms: number, options = {}): Promise<string[]> {
  const released = await release(options);
  if (!IS_ON_CLUSTER) return released;
  return [...released, ...(await release({ ...options, now: performance.now() + ms }))];
}

describe("a worker whose process has ended", () => {
  it("loses its claims and its jobs within seconds, and its heartbeat last", async () => {
    const { workerId, poolId } = await createWorker(ENDED_MS);
    const mail = await mailClaimedBy(workerId);
    await lockJob(poolId, 60);
    expect(await releaseAfter(ENDED_MS)).toEqual([workerId]);
    expect(await mail.read()).toMatchObject({ state: "queued", claimToken: null, mayBeSent: true });
    expect(await jobHolder()).toBeNull();
    expect(await db.select().from(workerHeartbeats)).toEqual([]);
    expect(await release()).toEqual([]);
  });

  it.skipIf(IS_ON_CLUSTER)("loses claims that the provider can be asked about before it is declared dead", async () => {
    const { workerId } = await createWorker(MISSED_AFTER_MS + 100);
    const mail = await mailClaimedBy(workerId);
    // Slow machines may declare it dead by then.
    await release();
    expect((await mail.read())?.state).toBe("queued");
  });

  it("has its messages continued before those that became due since", async () => {
    const { workerId } = await createWorker(ENDED_MS);
    const mail = await mailClaimedBy(workerId);
    const before = (await mail.read())?.nextAttemptAt;
    await releaseAfter(ENDED_MS);
    expect((await mail.read())?.nextAttemptAt).toEqual(before);
  });

  it("has its messages continued before others, also after a wait for the provider's log", async () => {
    const { workerId } = await createWorker(ENDED_MS);
    const mail = await mailClaimedBy(workerId);
    await releaseAfter(ENDED_MS);
    const { delivery } = await createDueLetter((await createUser()).user);
    const [other] = await writtenTo(delivery.recipientEmail, "delivery");
    const dueSecondsAgo = (id: string, seconds: number) =>
      db
        .update(messages)
        .set({ nextAttemptAt: sql`UTC_TIMESTAMP(3) - INTERVAL ${seconds} SECOND` })
        .where(eq(messages.id, id));
    // Before what other tests have left.
    await dueSecondsAgo(mail.id, 3_600);
    await dueSecondsAgo(other?.id ?? "", 7_200);
    const [first] = await claimDue(
      { channel: "mail", lanes: [...LANE_GROUPS.interrupted, ...LANE_GROUPS.others], atMost: 1 },
      "another",
    );
    expect(first?.message.id).toBe(mail.id);
  });

  it("does not lose the mail of another worker", async () => {
    const { workerId } = await createWorker(ENDED_MS);
    const mail = await mailClaimedBy(workerId);
    await releaseAfter(ENDED_MS);
    await sendMessage(mail.id, "another");
    expect((await mail.read())?.state).toBe("sent");
  });

  // Servers of a cluster do not know each other's locks: there, the writer's transaction is repeated.
  it.skipIf(IS_ON_CLUSTER)(
    "is not waited for where it was writing: the row follows when its lock is free",
    async () => {
      const { workerId } = await createWorker(ENDED_MS);
      const [locked, other] = [await mailClaimedBy(workerId), await mailClaimedBy(workerId)];
      await inTransaction(async (tx) => {
        await tx.update(messages).set({ lastError: "half" }).where(eq(messages.id, locked.id));
        await release();
      });
      expect((await other.read())?.state).toBe("queued");
      expect((await locked.read())?.state).toBe("sending");
      expect(await release()).toEqual([workerId]);
      expect((await locked.read())?.state).toBe("queued");
      expect(await release()).toEqual([]);
    },
  );

  it("is released once by several others", async () => {
    const dead = await createWorker(ENDED_MS);
    const live = await createWorker(0, { isRunning: true });
    const mail = await mailClaimedBy(dead.workerId);
    if (IS_ON_CLUSTER) {
      await release();
      const beatAt = sql`UTC_TIMESTAMP(3)`;
      await db.update(workerHeartbeats).set({ beatAt }).where(eq(workerHeartbeats.workerId, live.workerId));
    }
    const now = performance.now() + ENDED_MS;
    await Promise.all(Array.from({ length: 5 }, () => release({ now })));
    expect(await mail.read()).toMatchObject({ state: "queued" });
    expect(await db.select().from(workerHeartbeats)).toMatchObject([{ workerId: live.workerId }]);
  });

  it("keeps its heartbeat if it beats again while it is declared dead", async () => {
    const { workerId } = await createWorker(ENDED_MS);
    const readUptime = async () => {
      await db.update(workerHeartbeats).set({ beatAt: sql`UTC_TIMESTAMP(3)` });
      return 3_600;
    };
    expect(await release({ readUptime })).toEqual([]);
    expect(await db.select().from(workerHeartbeats)).toMatchObject([{ workerId }]);
  });

  it("is found by the jobs that it holds, if it never wrote a heartbeat", async () => {
    await lockJob("silent", 60);
    await release();
    expect(await jobHolder()).toBeNull();
  });

  it("on another server of a cluster is dead after a longer silence, since it may be frozen there", async () => {
    const { workerId } = await createWorker(0);
    const mail = await mailClaimedBy(workerId);
    await db.update(workerHeartbeats).set({ server: "elsewhere:3306" });
    expect(await release({ now: 0 })).toEqual([]);
    expect((await mail.read())?.state).toBe("sending");
    expect(await release({ now: DEAD_AFTER_MS + 1 })).toEqual([]);
    expect((await mail.read())?.state).toBe("queued");
    expect(await release({ now: GONE_AFTER_MS + 1 })).toEqual([workerId]);
  });

  it("is dead after a longer silence, if the database's clock was a month ahead before", async () => {
    const { workerId } = await createWorker(-30 * 24 * 3_600_000);
    const mail = await mailClaimedBy(workerId);
    expect(await release({ now: 0 })).toEqual([]);
    expect(await release({ now: GONE_AFTER_MS - 1 })).toEqual([]);
    expect(await release({ now: GONE_AFTER_MS + 1 })).toEqual([workerId]);
    expect((await mail.read())?.state).toBe("queued");
  });

  it.skipIf(IS_ON_CLUSTER)("with its machine loses its lock, although its connection was never closed", async () => {
    const heartbeat = createHeartbeat("on a dead machine", 1_000);
    heartbeats.push(heartbeat);
    await heartbeat.beat(undefined);
    const isFree = async () => {
      const [rows] = (await db.execute(sql`SELECT IS_FREE_LOCK('amberkeep:on a dead machine') AS free`)) as unknown as [
        { free: number }[],
      ];
      return Number(rows[0]?.free) === 1;
    };
    expect(await isFree()).toBe(false);
    await expect.poll(isFree).toBe(true);
  });
});

describe("a worker that was silent since before the database was restarted", () => {
  it("may be frozen, and is dead after a longer silence", async () => {
    const { workerId } = await createWorker(LOST_AFTER_MS + 200);
    expect(await release({ readUptime: async () => 1 })).toEqual([]);
    const longAgo = sql`UTC_TIMESTAMP(3) - INTERVAL ${GONE_AFTER_MS + 1_000} * 1000 MICROSECOND`;
    await db.update(workerHeartbeats).set({ beatAt: longAgo });
    expect(await releaseAfter(GONE_AFTER_MS + 1_000, { readUptime: async () => 1 })).toEqual([workerId]);
  });
});

describe("a worker that is frozen", () => {
  it("keeps its heartbeat, and loses claims that the provider can be asked about", async () => {
    const { workerId } = await createWorker(DEAD_AFTER_MS + 200, { isRunning: true });
    const mail = await mailClaimedBy(workerId);
    expect(await releaseAfter(DEAD_AFTER_MS + 200)).toEqual([]);
    expect((await mail.read())?.state).toBe("queued");
    expect(await db.$count(workerHeartbeats)).toBe(1);
  });
});

describe("a live worker", () => {
  it.each([
    ["behind", 10],
    ["ahead", -10],
  ])("keeps its claims when the clock of its server is %s", async (_, seconds) => {
    const { workerId } = await createWorker(0);
    const mail = await mailClaimedBy(workerId);
    for (let beat = 0; beat < 3; beat += 1) {
      const beatAt = sql`UTC_TIMESTAMP(3) - INTERVAL ${seconds * 1_000 - beat} * 1000 MICROSECOND`;
      await db.update(workerHeartbeats).set({ server: "elsewhere:3306", beatAt });
      expect(await release({ now: beat * GONE_AFTER_MS * 2 })).toEqual([]);
    }
    expect((await mail.read())?.state).toBe("sending");
    expect(await release({ now: GONE_AFTER_MS * 6 })).toEqual([workerId]);
  });

  it("keeps its jobs and claims, however long they take", async () => {
    const { workerId, poolId } = await createWorker(0, { isRunning: true });
    const mail = await mailClaimedBy(workerId);
    await lockJob(poolId, 3_600);
    expect(await release()).toEqual([]);
    expect((await mail.read())?.state).toBe("sending");
    expect(await jobHolder()).toBe(poolId);
  });

  it("keeps them while it beats late", async () => {
    const { workerId } = await createWorker(DEAD_AFTER_MS - 1_500, { isRunning: true });
    const mail = await mailClaimedBy(workerId);
    await release();
    expect((await mail.read())?.state).toBe("sending");
  });

  it("has time for its first heartbeat after it took its first job", async () => {
    await lockJob("new", 1);
    await release();
    expect(await jobHolder()).toBe("new");
  });

  it("leaves no connection open when the database refuses its beat", async () => {
    const sessions = async () => {
      const [rows] = (await db.execute(
        sql`SELECT COUNT(*) AS count FROM information_schema.processlist WHERE db = DATABASE()`,
      )) as unknown as [{ count: number }[]];
      return Number(rows[0]?.count);
    };
    const before = await sessions();
    const heartbeat = createHeartbeat("x".repeat(200));
    // More than the pool has.
    for (let beat = 0; beat < 25; beat += 1) await expect(heartbeat.beat(undefined)).rejects.toThrow();
    await vi.waitFor(async () => expect(await sessions()).toBeLessThan(before + 20));
  });

  it("is forgotten when it stops", async () => {
    const heartbeat = createHeartbeat("stopping");
    for (let beat = 0; beat < 2; beat += 1) await heartbeat.beat(undefined);
    expect(await db.$count(workerHeartbeats)).toBe(1);
    await heartbeat.end();
    expect(await db.$count(workerHeartbeats)).toBe(0);
  });
});
