import { EventEmitter } from "node:events";
import { run, type WorkerEvents } from "graphile-worker";
import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import { env } from "~/env.server";
import { noticeLostQueue } from "./lost-queue";

const schema = "queue_to_lose";

it("a runner that is stopped when its tables are lost creates them when it starts again", async () => {
  const pgPool = new pg.Pool({ connectionString: env.WORKER_DATABASE_URL });
  pgPool.on("error", () => {});
  const events: WorkerEvents = new EventEmitter();
  const start = () =>
    run({
      pgPool,
      schema,
      events,
      pollInterval: 100,
      taskList: { look: () => {} },
      crontab: "",
      noHandleSignals: true,
    });
  let runner = await start();
  onTestFinished(async () => {
    await runner.stop();
    await pgPool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await pgPool.end();
  });
  noticeLostQueue(events, () => void runner.stop().catch(() => {}));
  // Loses a deadlock now and then against the runner.
  await vi.waitFor(() => pgPool.query(`DROP SCHEMA ${schema} CASCADE`));
  await runner.promise;
  runner = await start();
  expect((await pgPool.query(`SELECT id FROM ${schema}.jobs`)).rows).toEqual([]);
});
