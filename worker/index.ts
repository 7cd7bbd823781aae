import { EventEmitter } from "node:events";
import { run, type WorkerEvents } from "graphile-worker";
import { sweep } from "~/domain/delivery/sweep.server";
import { env } from "~/env.server";
import { pool } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { log } from "~/services/log.server";
import { ensureMasterKeys } from "~/services/master-keys.server";
import { crontab } from "./crontab";
import { graphileLogger } from "./graphile-logger";
import { startHeartbeat } from "./heartbeat";
import { createTasks } from "./tasks";

/** In milliseconds. */
const POLL_MS = 100;

/** graphile-worker locks jobs under its pool's id; messages are claimed under the same. */
let poolId = "";
const events: WorkerEvents = new EventEmitter();
events.on("pool:create", ({ workerPool }) => {
  poolId = workerPool.id;
});

await ensureMasterKeys();
const runner = await run({
  connectionString: env.WORKER_DATABASE_URL,
  concurrency: env.WORKER_CONCURRENCY,
  maxPoolSize: env.WORKER_CONCURRENCY + 2,
  pollInterval: POLL_MS,
  taskList: createTasks(() => poolId),
  crontab,
  logger: graphileLogger,
  events,
  noHandleSignals: true,
});
const heartbeat = startHeartbeat(poolId);
log.info({ poolId }, "worker is running");
// What fell due while no worker ran does not wait for the next minute.
await sweep().catch((error: unknown) =>
  log.warn({ err: error }, "the first sweep failed; the next follows within a minute"),
);

let isStopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
runner.promise.catch((error: unknown) => {
  log.fatal({ err: error }, "the worker failed");
  process.exit(1);
});

async function stop(signal: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  log.info({ signal }, "worker is stopping");
  await runner.stop();
  await heartbeat.stop();
  await closeJobs();
  await pool.promise().end();
  process.exit(0);
}
