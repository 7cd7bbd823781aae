import { EventEmitter } from "node:events";
import { parseCrontab, type Runner, run, type WorkerEvents } from "graphile-worker";
import { Pool } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listReceivedVaults } from "~/domain/overview/received.server";
import { env } from "~/env.server";
import { wake } from "~/services/jobs.server";
import { createLetter, storedVault } from "../tests/factories/letter";
import { createUser } from "../tests/factories/user";
import { crontab } from "./crontab";
import { graphileLogger } from "./graphile-logger";
import { createTasks } from "./tasks";

const queue = new Pool({ connectionString: env.WORKER_DATABASE_URL });
let runner: Runner | undefined;

beforeEach(() => queue.query("DELETE FROM graphile_worker._private_jobs"));
afterEach(async () => {
  await runner?.stop();
  runner = undefined;
});
afterAll(() => queue.end());

/** A worker as worker/index.ts starts one, with other tasks where a test needs them. */
async function startWorker(taskList = createTasks(() => "pool")): Promise<string> {
  let poolId = "";
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => {
    poolId = workerPool.id;
  });
  runner = await run({
    connectionString: env.WORKER_DATABASE_URL,
    concurrency: 2,
    pollInterval: 20,
    taskList,
    events,
    logger: graphileLogger,
    noHandleSignals: true,
  });
  return poolId;
}

describe("the worker", () => {
  it("takes a vault from its date to its recipient", async () => {
    const [{ user: sender }, { user: reader }] = [await createUser({ name: "Ada" }), await createUser()];
    const id = await createLetter(
      sender,
      { title: "For you", recipientEmail: reader.email, deliveryDate: "2020-01-01" },
      new Date(),
    );
    await startWorker();
    await vi.waitFor(async () => expect((await storedVault(id)).state).toBe("delivered"));
    expect(await listReceivedVaults(reader)).toMatchObject([{ id, title: "For you", senderName: "Ada" }]);
  });

  it("refuses a job whose payload is not one of ours", async () => {
    const tasks = createTasks(() => "pool");
    for (const task of ["deliver_vault", "send_message"]) {
      await expect(async () => tasks[task]?.({ id: 1 }, {} as never)).rejects.toThrow();
    }
  });

  it("finds by the sweep what no job names any more", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { deliveryDate: "2020-01-01" }, new Date());
    await queue.query("DELETE FROM graphile_worker._private_jobs");
    await startWorker();
    await runner?.addJob("sweep", {});
    await vi.waitFor(async () => expect((await storedVault(id)).state).toBe("delivered"));
  });

  it("sweeps every minute of every day", () => {
    expect(parseCrontab(crontab).map(({ task }) => task)).toEqual([
      "sweep",
      "purge_expired",
      "recompute_delivery_times",
      "check_address_health",
      "weekly_digests",
      "take_next_steps",
      "send_requested_reminders",
      "send_to_proposed_addresses",
      "advance_legacy_requests",
      "sweep_uploads",
    ]);
    expect(crontab).toMatch(/^\* \* \* \* \* sweep/m);
  });
});

describe("the mark on a job", () => {
  it("is the pool's id, which is what heartbeats are told apart by", async () => {
    let finish: (() => void) | undefined;
    const poolId = await startWorker({
      deliver_vault: () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    });
    await wake("deliver_vault", "held", { vaultId: "held" });
    await vi.waitFor(() => expect(finish).toBeDefined());
    const { rows } = await queue.query("SELECT locked_by FROM graphile_worker.jobs WHERE key = 'deliver_vault:held'");
    finish?.();
    expect(rows).toEqual([{ locked_by: poolId }]);
  });
});
