import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type Runner, run, type WorkerEvents } from "graphile-worker";
import { confirmTime, trustedNow } from "~/domain/clock/clock-check.server";
import { startEngine } from "~/domain/delivery/engine.server";
import { env } from "~/env.server";
import { pool } from "~/services/db.server";
import { findWeakSettings } from "~/services/durability.server";
import { followDatabaseClock } from "~/services/follow-clock.server";
import { graphileLogger } from "~/services/graphile-logger.server";
import { createId } from "~/services/id.server";
import { closeJobs, openQueuePool, repairTimetable } from "~/services/jobs.server";
import { log } from "~/services/log.server";
import { ensureMasterKeys } from "~/services/master-keys.server";
import { crontab } from "./crontab";
import { startHeartbeat } from "./heartbeat";
import { noticeLostQueue } from "./lost-queue";
import { stopProcess } from "./stop";
import { surviveRejections } from "./survive-rejections";
import { createTasks, stopTasks } from "./tasks";

/** New jobs are announced; only those for a later instant are found by polling, which each of the slots does. */
const POLL_MS = 1_000;

/** In seconds; what another process keeps locked is tried again later. */
pool.on("connection", (connection) => connection.query("SET innodb_lock_wait_timeout = 2"));

/** Messages are claimed under this id. */
const workerId = createId();

/** graphile-worker locks jobs under its pool's id. */
let poolId = "";
const events: WorkerEvents = new EventEmitter();
events.on("pool:create", ({ workerPool }) => {
  poolId = workerPool.id;
});

await ensureMasterKeys();
for (const setting of await findWeakSettings()) log.warn({ setting }, "a power failure may lose data");
if (env.CONFIRM_TIME) await confirmTime();
const engine = startEngine(workerId);
const clock = followDatabaseClock();
const heartbeat = startHeartbeat(workerId, () => poolId || undefined);
log.info({ workerId }, "worker is running");

/** Deliveries continue without the queue; maintenance waits for it. */
const QUEUE_AGAIN_MS = 5_000;
let runner: Runner | undefined;
let isStopping = false;
surviveRejections((error) => {
  log.error({ err: error }, "unhandled rejection; the queue is restarted");
  runner?.stop().catch(() => {});
});
noticeLostQueue(events, () => runner?.stop().catch(() => {}));
void runTasks();

async function runTasks(): Promise<void> {
  while (!isStopping) {
    const queuePool = openQueuePool(env.WORKER_CONCURRENCY + 2);
    try {
      // With a wrong clock this would run the timetable of another day.
      await trustedNow();
      runner = await run({
        pgPool: queuePool,
        concurrency: env.WORKER_CONCURRENCY,
        pollInterval: POLL_MS,
        taskList: createTasks(engine),
        crontab,
        logger: graphileLogger,
        events,
        noHandleSignals: true,
      });
      await repairTimetable();
      log.info({ poolId }, "the queue's tasks are running");
      await runner.promise;
    } catch (error) {
      log.error({ err: error }, "the queue failed; deliveries continue without it");
      await runner?.stop().catch(() => {});
    }
    runner = undefined;
    queuePool.end().catch(() => {});
    await pause(QUEUE_AGAIN_MS, undefined, { ref: false });
  }
}

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));

async function stop(signal: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  log.info({ signal }, "worker is stopping");
  await stopProcess([
    () => stopTasks(engine, runner),
    () => clock.stop(),
    () => heartbeat.stop(),
    () => closeJobs(),
    () => pool.promise().end(),
  ]);
}
