import { createId } from "@paralleldrive/cuid2";
import { eq, sql } from "drizzle-orm";
import { Pool } from "pg";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "~/env.server";
import { db, inTransaction } from "~/services/db.server";
import { wake } from "~/services/jobs.server";
import { messages, workerHeartbeats } from "~db/schema";
import { createDueLetter, DUE_AT } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { beat, DEAD_AFTER_MS, endBeat, releaseDeadWorkers } from "./liveness.server";

const queue = new Pool({ connectionString: env.WORKER_DATABASE_URL });
afterAll(() => queue.end());

beforeEach(async () => {
  await db.delete(workerHeartbeats);
  await emptyQueue();
});

const emptyQueue = () => queue.query("DELETE FROM graphile_worker._private_jobs");

/** A job taken `secondsAgo` and not finished. Returns its key. */
async function jobLockedBy(poolId: string, secondsAgo: number): Promise<string> {
  const id = createId();
  await wake("deliver_vault", id, { vaultId: id });
  await queue.query(
    "UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() - $2 * interval '1 second' WHERE key = $3",
    [poolId, secondsAgo, `deliver_vault:${id}`],
  );
  return `deliver_vault:${id}`;
}

async function holderOf(key: string): Promise<string | null> {
  const { rows } = await queue.query("SELECT locked_by FROM graphile_worker.jobs WHERE key = $1", [key]);
  return rows[0].locked_by;
}

/** Next job first. */
async function keysInOrder(): Promise<string[]> {
  const { rows } = await queue.query("SELECT key FROM graphile_worker.jobs ORDER BY priority, run_at, id");
  return rows.map(({ key }) => key);
}

async function mailClaimedBy(poolId: string) {
  const { user } = await createUser();
  const { delivery } = await createDueLetter(user);
  const [mail] = await writtenTo(delivery.recipientEmail, "delivery");
  const id = mail?.id ?? "";
  await db
    .update(messages)
    .set({ state: "sending", claimedBy: poolId, claimToken: createId(), claimedUntil: new Date("2090-01-01") })
    .where(eq(messages.id, id));
  const read = async () => (await db.select().from(messages).where(eq(messages.id, id)))[0];
  return { id, read };
}

/** By the database's clock. */
async function lastBeat(poolId: string, ms: number): Promise<void> {
  await beat(poolId);
  await db
    .update(workerHeartbeats)
    .set({ beatAt: sql`UTC_TIMESTAMP(3) - INTERVAL ${sql.raw(String(ms * 1000))} MICROSECOND` })
    .where(eq(workerHeartbeats.poolId, poolId));
}

describe("a worker that has not beaten for seconds", () => {
  it("loses its jobs and its claims, and its heartbeat last of all", async () => {
    const mail = await mailClaimedBy("pool-dead");
    const job = await jobLockedBy("pool-dead", 1);
    await lastBeat("pool-dead", DEAD_AFTER_MS + 500);
    expect(await releaseDeadWorkers()).toEqual(["pool-dead"]);
    expect(await holderOf(job)).toBeNull();
    expect((await mail.read())?.claimedUntil?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(await db.select().from(workerHeartbeats)).toEqual([]);
    expect(await releaseDeadWorkers()).toEqual([]);
  });

  it("leaves mail that the next worker sends, before it does what the dead one had not begun", async () => {
    const pool = createId();
    const mail = await mailClaimedBy(pool);
    await emptyQueue();
    const job = await jobLockedBy(pool, 1);
    await lastBeat(pool, DEAD_AFTER_MS + 500);
    await releaseDeadWorkers();
    expect(await keysInOrder()).toEqual([`send_message:${mail.id}`, job]);
    await sendMessage(mail.id, "pool-next", DUE_AT);
    expect((await mail.read())?.state).toBe("sent");
  });

  it("loses its other claims also when it was stopped in the middle of writing an answer", async () => {
    const [halfWritten, other] = [await mailClaimedBy("pool-dead"), await mailClaimedBy("pool-dead")];
    const job = await jobLockedBy("pool-dead", 60);
    await inTransaction(async (tx) => {
      await tx.update(messages).set({ lastError: "half" }).where(eq(messages.id, halfWritten.id));
      expect(await releaseDeadWorkers()).toEqual(["pool-dead"]);
    });
    expect(await holderOf(job)).toBeNull();
    expect((await other.read())?.claimedUntil?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    expect((await halfWritten.read())?.claimedUntil).toEqual(new Date("2090-01-01"));
  });

  it("is found by the jobs it holds, too, when it never got to beat", async () => {
    const job = await jobLockedBy("pool-silent", 60);
    expect(await releaseDeadWorkers()).toEqual(["pool-silent"]);
    expect(await holderOf(job)).toBeNull();
  });

  it("is freed once by however many others notice", async () => {
    await beat("pool-watching");
    const job = await jobLockedBy("pool-dead", 60);
    await lastBeat("pool-dead", DEAD_AFTER_MS + 500);
    await Promise.all(Array.from({ length: 5 }, () => releaseDeadWorkers()));
    expect(await holderOf(job)).toBeNull();
    expect(await db.select().from(workerHeartbeats)).toMatchObject([{ poolId: "pool-watching" }]);
  });
});

describe("a worker that lives", () => {
  it("keeps its jobs and claims, however long they take", async () => {
    const mail = await mailClaimedBy("pool-alive");
    const job = await jobLockedBy("pool-alive", 3_600);
    await lastBeat("pool-alive", DEAD_AFTER_MS - 1_500);
    expect(await releaseDeadWorkers()).toEqual([]);
    expect(await holderOf(job)).toBe("pool-alive");
    expect((await mail.read())?.claimedUntil).toEqual(new Date("2090-01-01"));
  });

  it("has a moment to beat for the first time after it took its first job", async () => {
    const job = await jobLockedBy("pool-new", 1);
    expect(await releaseDeadWorkers()).toEqual([]);
    expect(await holderOf(job)).toBe("pool-new");
  });

  it("is forgotten when it stops by itself", async () => {
    await beat("pool-stops");
    await beat("pool-stops");
    expect(await db.select().from(workerHeartbeats)).toHaveLength(1);
    await endBeat("pool-stops");
    expect(await db.select().from(workerHeartbeats)).toEqual([]);
  });
});
