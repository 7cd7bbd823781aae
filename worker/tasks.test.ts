import { EventEmitter } from "node:events";
import { eq } from "drizzle-orm";
import { type JobHelpers, parseCrontab, type Runner, run, type TaskList, type WorkerEvents } from "graphile-worker";
import { Pool } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Engine, startEngine } from "~/domain/delivery/engine.server";
import { loadNews } from "~/domain/overview/news.server";
import { env } from "~/env.server";
import { db } from "~/services/db.server";
import { graphileLogger } from "~/services/graphile-logger.server";
import { openQueuePool, repairTimetable, requestLook } from "~/services/jobs.server";
import { log } from "~/services/log.server";
import { deliveries, installationFacts } from "~db/schema";
import { createDueLetter, createLetter, deliveriesOf, storedVault } from "../tests/factories/letter";
import { createUser } from "../tests/factories/user";
import { crontab } from "./crontab";
import { createTasks, stopTasks, untilEmpty } from "./tasks";

const POOL_SIZE = 6;
const queue = new Pool({ connectionString: env.WORKER_DATABASE_URL });
let queuePool: Pool | undefined;
let runner: Runner | undefined;
let engine: Engine | undefined;

beforeEach(() => queue.query("DELETE FROM graphile_worker._private_jobs"));
afterEach(async () => {
  await runner?.stop();
  await engine?.stop();
  await queuePool?.end();
  [runner, engine, queuePool] = [undefined, undefined, undefined];
});
afterAll(() => queue.end());

/** Runs tasks as worker/index.ts does. Returns the id of the pool. */
async function startTasks(taskList: TaskList): Promise<string> {
  let poolId = "";
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => {
    poolId = workerPool.id;
  });
  queuePool = openQueuePool(POOL_SIZE);
  runner = await run({
    pgPool: queuePool,
    concurrency: 2,
    pollInterval: 20,
    taskList,
    events,
    logger: graphileLogger,
    noHandleSignals: true,
  });
  return poolId;
}

async function startWorker(): Promise<void> {
  engine = startEngine("worker");
  await startTasks(createTasks(engine));
}

it("notes that maintenance ran, after its tasks only", async () => {
  const isMaintained = eq(installationFacts.name, "maintenance_ran");
  await db.delete(installationFacts).where(isMaintained);
  engine = startEngine("worker");
  const tasks = createTasks(engine);
  const helpers = { abortSignal: new AbortController().signal } as unknown as JobHelpers;
  await tasks.handle_provider_events?.({}, helpers);
  expect(await db.$count(installationFacts, isMaintained)).toBe(0);
  await tasks.add_tallies?.({}, helpers);
  expect(await db.$count(installationFacts, isMaintained)).toBe(1);
});

describe("the worker", () => {
  it("takes a vault from its date to its recipient", async () => {
    const [{ user: sender }, { user: reader }] = [await createUser({ name: "Ada" }), await createUser()];
    await startWorker();
    const id = await createLetter(
      sender,
      { title: "For you", recipientEmail: reader.email, deliveryDate: "2020-01-01" },
      new Date(),
    );
    await vi.waitFor(async () => expect((await storedVault(id)).state).toBe("delivered"));
    expect((await loadNews(reader, new Date())).received).toMatchObject([{ id, title: "For you", senderName: "Ada" }]);
  });

  it("delivers vaults without a job", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { deliveryDate: "2020-01-01" }, new Date());
    await queue.query("DELETE FROM graphile_worker._private_jobs");
    engine = startEngine("worker without a queue");
    await vi.waitFor(async () => expect((await storedVault(id)).state).toBe("delivered"));
  });

  it("is notified by one job, however much is due", async () => {
    const { user } = await createUser({ vaultLimit: 3 });
    await queue.query("DELETE FROM graphile_worker._private_jobs");
    for (let count = 0; count < 3; count += 1) await createLetter(user, { deliveryDate: "2020-01-01" }, new Date());
    const { rows } = await queue.query("SELECT key FROM graphile_worker.jobs ORDER BY key");
    expect(rows).toEqual([{ key: "deliver_due" }]);
  });

  it("looks every minute, and runs maintenance one task at a time", () => {
    const items = parseCrontab(crontab);
    expect(items.map(({ task }) => task)).toEqual([
      "deliver_due",
      "send_due",
      "handle_provider_events",
      "prepare_exports",
      "purge_expired",
      "erase_accounts",
      "apply_retention",
      "recompute_delivery_times",
      "check_address_health",
      "weekly_digests",
      "take_next_steps",
      "send_requested_reminders",
      "send_to_proposed_addresses",
      "add_tallies",
      "advance_legacy_requests",
      "sweep_uploads",
      "reconcile_orders",
    ]);
    expect(items.slice(4).every(({ options }) => options.queueName === "maintenance")).toBe(true);
    expect(crontab).toMatch(/^\* \* \* \* \* deliver_due/m);
  });

  it("runs the timetable again after a machine days ahead ran it", async () => {
    await queue.query(
      `INSERT INTO graphile_worker._private_known_crontabs VALUES
         ('fast', now(), now() + interval '4 days'), ('right', now(), now() - interval '1 minute')`,
    );
    await repairTimetable();
    const { rows } = await queue.query(
      "DELETE FROM graphile_worker._private_known_crontabs RETURNING identifier, last_execution <= now() AS is_past",
    );
    expect(rows.toSorted((a, b) => a.identifier.localeCompare(b.identifier))).toEqual([
      { identifier: "fast", is_past: true },
      { identifier: "right", is_past: true },
    ]);
  });

  it("goes on with maintenance that is not done after one job, in turns with other tasks", async () => {
    const ran: string[] = [];
    const batch = async () => ({ isFull: ran.push("erase") <= 120 });
    const options = "max_attempts := 1, queue_name := 'maintenance'";
    await queue.query(`SELECT graphile_worker.add_job('erase', job_key := 'erase', ${options})`);
    await queue.query(`SELECT graphile_worker.add_job('other', ${options})`);
    await startTasks({ erase: untilEmpty(batch), other: async () => void ran.push("other") });
    await vi.waitFor(() => expect(ran.filter((task) => task === "erase")).toHaveLength(120));
    expect(ran.indexOf("other")).toBe(50);
  });

  it("begins no further batch of maintenance when it is stopped", async () => {
    const { user } = await createUser();
    const { delivery } = await createDueLetter(user);
    const remindAt = new Date("2020-01-01T00:00:00Z");
    await db.update(deliveries).set({ remindAt }).where(eq(deliveries.id, delivery.id));
    const { send_requested_reminders: remind } = createTasks({ look: async () => {}, stop: async () => {} });
    const run = (abortSignal: AbortSignal) => remind?.({}, { abortSignal } as JobHelpers);
    await run(AbortSignal.abort());
    expect(await deliveriesOf(delivery.vaultId)).toMatchObject([{ remindAt }]);
    await run(new AbortController().signal);
    expect(await deliveriesOf(delivery.vaultId)).toMatchObject([{ remindAt: null }]);
  });

  it("begins nothing new when it is stopped in the middle of a backlog", async () => {
    let end = () => {};
    const look = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    const busy: Engine = { look, stop: async () => end() };
    await startTasks(createTasks(busy));
    await requestLook("send_due");
    await vi.waitFor(() => expect(look).toHaveBeenCalled());
    await stopTasks(busy, runner);
    runner = undefined;
  });

  it("does not start a task of maintenance beside another one", async () => {
    let running = 0;
    let most = 0;
    const finish: (() => void)[] = [];
    const slow = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => finish.push(resolve));
      running -= 1;
    };
    await startTasks({ weekly_digests: slow, purge_expired: slow });
    for (const [task, jobKey] of [
      ["weekly_digests", "one"],
      ["purge_expired", "two"],
      ["weekly_digests", "three"],
    ] as const)
      await runner?.addJob(task, {}, { jobKey, queueName: "maintenance" });
    for (let done = 0; done < 3; done += 1) {
      await vi.waitFor(() => expect(finish).toHaveLength(1));
      finish.pop()?.();
    }
    expect(most).toBe(1);
  });
});

describe("the lock on a job", () => {
  it("has the pool's id, which the heartbeat names", async () => {
    let finish: (() => void) | undefined;
    const poolId = await startTasks({
      send_due: () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    });
    await requestLook("send_due");
    await vi.waitFor(() => expect(finish).toBeDefined());
    const { rows } = await queue.query("SELECT locked_by FROM graphile_worker.jobs WHERE key = 'send_due'");
    finish?.();
    expect(rows).toEqual([{ locked_by: poolId }]);
  });
});

it("connections lost after graphile-worker has stopped do not end the process", async () => {
  await startTasks({ send_due: async () => {} });
  await runner?.stop();
  runner = undefined;
  // As many as the pool allows, so that some were opened after the stop.
  const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => (queuePool as Pool).connect()));
  try {
    const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
    const pids = await Promise.all(
      clients.map(async (client) => (await client.query("SELECT pg_backend_pid()")).rows[0]),
    );
    clients.pop()?.release();
    await queue.query("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid", [
      pids.map((row) => row.pg_backend_pid),
    ]);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.anything(), "a connection to the queue was lost"));
    for (const client of clients) await vi.waitFor(() => expect(client.query("SELECT 1")).rejects.toThrow());
  } finally {
    for (const client of clients) client.release(true);
  }
});
