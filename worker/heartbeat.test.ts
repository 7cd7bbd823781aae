import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DEAD_AFTER_MS } from "~/domain/maintenance/liveness.server";
import { db } from "~/services/db.server";
import { handleLooks } from "~/services/jobs.server";
import { workerHeartbeats } from "~db/schema";
import { startHeartbeat } from "./heartbeat";

let heartbeat: ReturnType<typeof startHeartbeat> | undefined;
afterEach(async () => {
  await heartbeat?.stop();
  heartbeat = undefined;
  handleLooks(undefined);
  await db.delete(workerHeartbeats);
});

const start = () => {
  heartbeat = startHeartbeat("worker", () => "pool");
};
const known = async () => (await db.select().from(workerHeartbeats)).map(({ workerId }) => workerId).toSorted();

async function addDeadWorker(): Promise<void> {
  const longAgo = sql`UTC_TIMESTAMP(3) - INTERVAL 60 SECOND`;
  const server = sql`CONCAT(@@hostname, ':', @@port)`;
  await db.insert(workerHeartbeats).values({ workerId: "dead", startedAt: longAgo, beatAt: longAgo, server });
}

describe("a worker's heartbeat", () => {
  it("starts at once, continues, and ends when the worker stops", async () => {
    start();
    await vi.waitFor(async () => expect(await known()).toEqual(["worker"]));
    const read = async () => (await db.select().from(workerHeartbeats))[0]?.beatAt.getTime() ?? 0;
    const first = await read();
    await vi.waitFor(async () => expect(await read()).toBeGreaterThan(first), { timeout: 30_000 });
    await heartbeat?.stop();
    expect(await known()).toEqual([]);
  });

  it("releases dead workers once the others had time to beat, and takes over their work", async () => {
    const looks: string[] = [];
    handleLooks((look) => looks.push(look));
    await addDeadWorker();
    const startedAt = performance.now();
    start();
    await vi.waitFor(async () => expect(await known()).toEqual(["worker"]), { timeout: 30_000 });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(DEAD_AFTER_MS);
    await vi.waitFor(() => expect(looks).toEqual(expect.arrayContaining(["deliver_due", "send_due"])));
  });
});
