import { setTimeout as pause } from "node:timers/promises";
import { makeWorkerUtils, type WorkerUtils } from "graphile-worker";
import pg from "pg";
import { env } from "~/env.server";
import { graphileLogger } from "./graphile-logger.server";
import { log } from "./log.server";

/** Where a worker looks for what is due. Jobs carry nothing else: the task reads MySQL. */
const LOOKS = ["deliver_due", "send_due", "handle_provider_events", "answer_password_resets"] as const;
export type Look = (typeof LOOKS)[number];
/** Tasks of the crontab that are also enqueued on request. */
export type RequestedTask = "prepare_exports";

/** The lowest runs first: one-time codes do not wait for letters. */
const PRIORITY: Record<Look | RequestedTask, number> = {
  answer_password_resets: -1,
  send_due: -1,
  deliver_due: 0,
  handle_provider_events: 0,
  prepare_exports: 5,
};

/** A key that is being replaced at the same moment adds no job, without an error (graphile/worker#580). */
const ADD_TRIES = 5;

let utils: Promise<WorkerUtils> | undefined;

function workerUtils(): Promise<WorkerUtils> {
  utils ??= makeWorkerUtils({ connectionString: env.WORKER_DATABASE_URL, logger: graphileLogger }).catch(
    (error: unknown) => {
      utils = undefined;
      throw error;
    },
  );
  return utils;
}

/** How long a page or a worker waits for the queue. */
const TIMEOUT_MS = 2_000;
/** How long the queue is skipped after that. */
const CIRCUIT_OPEN_MS = 10_000;
let circuitOpenUntil = Number.NEGATIVE_INFINITY;

let ownHandler: ((look: Look) => void) | undefined;

/** In a worker's process, requests to look are handled by its own loops. */
export function handleLooks(handler: ((look: Look) => void) | undefined): void {
  ownHandler = handler;
}

/** Never throws and never waits long: without the queue, the workers' timers look within a second. */
export async function requestLook(look: Look): Promise<void> {
  if (ownHandler) return ownHandler(look);
  const adding = addJob(look, look, 0);
  if (performance.now() < circuitOpenUntil) return;
  const isLate = await Promise.race([adding, pause(TIMEOUT_MS, true, { ref: false })]);
  if (!isLate || performance.now() < circuitOpenUntil) return;
  circuitOpenUntil = performance.now() + CIRCUIT_OPEN_MS;
  log.warn({ look }, "the queue does not answer; workers will find the work by polling");
}

/** Adds a job for `at`, `delayMs` from now by the queue's clock. Each instant has a key of its own. */
export async function requestLookAt(look: Look, at: Date, delayMs: number): Promise<void> {
  await withinTimeout(() => addJob(look, `${look}:${at.getTime()}`, delayMs)).catch(() => {});
}

/** Runs a task soon, one at a time. Never throws. */
export async function requestTask(task: RequestedTask): Promise<void> {
  await withinTimeout(() => addJob(task, task, 0)).catch(() => {});
}

const LATE = Symbol("late");

/** A server that has vanished does not close its connections. */
async function withinTimeout<Result>(work: () => Promise<Result>): Promise<Result> {
  const isOpen = performance.now() < circuitOpenUntil;
  const result = isOpen ? LATE : await Promise.race([work(), pause(TIMEOUT_MS, LATE, { ref: false })]);
  if (result !== LATE) return result;
  if (!isOpen) circuitOpenUntil = performance.now() + CIRCUIT_OPEN_MS;
  throw new Error("the queue does not answer");
}

async function addJob(task: Look | RequestedTask, jobKey: string, delayMs: number): Promise<void> {
  try {
    const queue = await workerUtils();
    for (let tries = 0; tries < ADD_TRIES; tries += 1) {
      const added = await queue.withPgClient((client) =>
        client.query<{ id: string | null }>(
          `SELECT id FROM graphile_worker.add_job($1, '{}'::json, job_key => $2, max_attempts => 1, priority => $3,
             run_at => now() + $4 * interval '1 millisecond')`,
          [task, jobKey, PRIORITY[task], delayMs],
        ),
      );
      if (added.rows[0]?.id != null) return;
    }
    log.warn({ task }, "the queue did not accept a job; workers will find the work by polling");
  } catch (error) {
    log.warn({ task, err: error }, "the queue cannot be reached; workers will find the work by polling");
  }
}

/**
 * Returns the pools with locks older than `heldForMs`.
 * @throws when the queue does not answer
 */
export async function findLockingPools(heldForMs: number): Promise<string[]> {
  const { rows } = await withinTimeout(async () =>
    (await workerUtils()).withPgClient((client) =>
      client.query<{ locked_by: string }>(
        "SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_at < now() - $1 * interval '1 millisecond'",
        [heldForMs],
      ),
    ),
  );
  return rows.map((row) => row.locked_by);
}

/**
 * For pools known to be dead; graphile-worker itself would wait for four hours.
 * @throws when the queue does not answer
 */
export async function unlockPools(poolIds: string[]): Promise<void> {
  await withinTimeout(async () => (await workerUtils()).forceUnlockWorkers(poolIds));
}

/**
 * Resets the recorded runs of the timetable that lie in the future because a machine's clock was fast: they would hold
 * back maintenance until then. Requires the queue's tables.
 */
export async function repairTimetable(): Promise<void> {
  const queue = await workerUtils();
  await queue.withPgClient((client) =>
    client.query(
      `UPDATE graphile_worker._private_known_crontabs SET last_execution = now()
       WHERE last_execution > now() + interval '2 minutes'`,
    ),
  );
}

/**
 * Returns a pool for graphile-worker that logs lost connections. If graphile-worker creates the pool, it stops
 * listening to errors before the last client has ended, and an error without a listener ends the process.
 */
export function openQueuePool(max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: env.WORKER_DATABASE_URL, max });
  pool.on("error", (error) => log.warn({ err: error }, "a connection to the queue was lost"));
  // Queries on a connection in use reject.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

export async function closeJobs(): Promise<void> {
  const open = await utils?.catch(() => undefined);
  utils = undefined;
  await open?.release();
}
