import { eq, sql } from "drizzle-orm";
import { Pool } from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DEAD_AFTER_MS } from "~/domain/maintenance/liveness.server";
import { env } from "~/env.server";
import { db } from "~/services/db.server";
import { workerHeartbeats } from "~db/schema";
import { createLetter } from "../tests/factories/letter";
import { createUser } from "../tests/factories/user";
import { startHeartbeat } from "./heartbeat";

let heartbeat: ReturnType<typeof startHeartbeat> | undefined;
afterEach(async () => {
  await heartbeat?.stop();
  heartbeat = undefined;
});

async function isKnown(poolId: string): Promise<boolean> {
  return (await db.$count(workerHeartbeats, eq(workerHeartbeats.poolId, poolId))) > 0;
}

const silentFor = (ms: number) => sql`UTC_TIMESTAMP(3) - INTERVAL ${sql.raw(String(ms * 1000))} MICROSECOND`;

describe("a worker's heartbeat", () => {
  it("begins at once, goes on, and is taken back when the worker stops", async () => {
    heartbeat = startHeartbeat("pool");
    await vi.waitFor(async () => expect(await isKnown("pool")).toBe(true));
    const read = async () => (await db.select().from(workerHeartbeats))[0]?.beatAt.getTime() ?? 0;
    const first = await read();
    await vi.waitFor(async () => expect(await read()).toBeGreaterThan(first));
    await heartbeat.stop();
    expect(await isKnown("pool")).toBe(false);
  });

  it("judges nobody before the others had time to beat, and then frees the dead", async () => {
    await db
      .insert(workerHeartbeats)
      .values({ poolId: "dead", startedAt: silentFor(60_000), beatAt: silentFor(60_000) });
    const startedAt = performance.now();
    heartbeat = startHeartbeat("pool");
    await vi.waitFor(async () => expect(await isKnown("dead")).toBe(false));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(DEAD_AFTER_MS);
    expect(await isKnown("pool")).toBe(true);
  });

  it("wakes again what a dead worker had in its hands, also when its job was replaced meanwhile and never runs", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { deliveryDate: "2020-01-01" }, new Date());
    const queue = new Pool({ connectionString: env.WORKER_DATABASE_URL });
    const jobs = async () =>
      (await queue.query("SELECT 1 FROM graphile_worker.jobs WHERE key = $1", [`deliver_vault:${id}`])).rowCount;
    await queue.query("DELETE FROM graphile_worker._private_jobs");
    await db
      .insert(workerHeartbeats)
      .values({ poolId: "dead", startedAt: silentFor(60_000), beatAt: silentFor(60_000) });
    heartbeat = startHeartbeat("pool");
    await vi.waitFor(async () => expect(await jobs()).toBe(1));
    await queue.end();
  });
});
