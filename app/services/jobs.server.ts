import { setTimeout as pause } from "node:timers/promises";
import { makeWorkerUtils, type WorkerUtils } from "graphile-worker";
import { env } from "~/env.server";
import { log } from "./log.server";

/** What each task is called with. A job is a wake-up: the task reads MySQL and decides again. */
export type TaskPayloads = {
  deliver_vault: { vaultId: string };
  send_message: { messageId: string };
  handle_provider_event: { eventId: string };
  give_turns: { channel: string };
};

/**
 * What is taken first of all that waits in the queue, the lowest number: what has begun is ended before more is begun, or
 * the first letter of a day with many, and the code that somebody waits for, would leave after the last was made ready.
 */
const PRIORITY: Record<keyof TaskPayloads, number> = {
  give_turns: -2,
  send_message: -1,
  deliver_vault: 0,
  handle_provider_event: 0,
};

/** Only what is due soon stands in the queue; the far future is a row with an index, found by the sweep in time. */
export const QUEUE_AHEAD_MS = 3 * 60_000;

/** A key that is being replaced at the same moment makes a job of nothing, without an error (graphile/worker#580). */
const ADD_TRIES = 5;

let utils: Promise<WorkerUtils> | undefined;

function workerUtils(): Promise<WorkerUtils> {
  utils ??= makeWorkerUtils({ connectionString: env.WORKER_DATABASE_URL }).catch((error: unknown) => {
    utils = undefined;
    throw error;
  });
  return utils;
}

/** A queue that has not answered after this long is not waited for, in milliseconds; the person's page is. */
const PATIENCE_MS = 2_000;
/** Nor is it for this long afterwards. */
const CIRCUIT_OPEN_MS = 10_000;
let impatientUntil = Number.NEGATIVE_INFINITY;

/** The row that a task is about, which also names the job: a second wake-up replaces the first. */
export type WakeUp<Task extends keyof TaskPayloads> = { id: string; payload: TaskPayloads[Task]; runAt?: Date };

/** Wakes a task for the row `id`, at `runAt` or at once. As `wakeAll`. */
export function wake<Task extends keyof TaskPayloads>(
  task: Task,
  id: string,
  payload: TaskPayloads[Task],
  runAt?: Date,
): Promise<void> {
  return wakeAll(task, [{ id, payload, ...(runAt && { runAt }) }]);
}

/**
 * Wakes a task for each of these rows, no row twice. Never throws, and never waits long: when the queue is down the
 * sweep finds the rows within a minute.
 */
export async function wakeAll<Task extends keyof TaskPayloads>(task: Task, wakeUps: WakeUp<Task>[]): Promise<void> {
  if (wakeUps.length === 0) return;
  const adding = addJobs(task, wakeUps);
  if (performance.now() < impatientUntil) return;
  const isLate = await Promise.race([adding, pause(PATIENCE_MS, true, { ref: false })]);
  // Of many that wait together, the first says it.
  if (!isLate || performance.now() < impatientUntil) return;
  impatientUntil = performance.now() + CIRCUIT_OPEN_MS;
  log.warn({ task }, "the queue does not answer; the sweep will find the rows");
}

/** Never throws. */
async function addJobs<Task extends keyof TaskPayloads>(task: Task, wakeUps: WakeUp<Task>[]): Promise<void> {
  const specs = wakeUps.map(({ id, payload, runAt }) => ({
    identifier: task as string,
    payload,
    jobKey: `${task}:${id}`,
    maxAttempts: 10,
    priority: PRIORITY[task],
    ...(runAt && { runAt }),
  }));
  try {
    const queue = await workerUtils();
    for (let tries = 0; tries < ADD_TRIES; tries += 1) {
      const jobs = await queue.addJobs(specs);
      if (jobs.every((job) => job.id != null)) return;
    }
    log.warn({ task, rows: specs.length }, "the queue took not every job; the sweep will find the rows");
  } catch (error) {
    log.warn({ task, rows: specs.length, err: error }, "could not wake the worker; the sweep will find the rows");
  }
}

/** Ids of the worker pools that have held a job for longer than `heldForMs`. */
export async function findLockingPools(heldForMs: number): Promise<string[]> {
  const queue = await workerUtils();
  const { rows } = await queue.withPgClient((client) =>
    client.query<{ locked_by: string }>(
      "SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_at < now() - $1 * interval '1 millisecond'",
      [heldForMs],
    ),
  );
  return rows.map((row) => row.locked_by);
}

/** Frees the jobs of pools that are known to be dead; graphile-worker itself would wait for four hours. */
export async function unlockPools(poolIds: string[]): Promise<void> {
  const queue = await workerUtils();
  await queue.forceUnlockWorkers(poolIds);
}

/** Releases the queue's connections at shutdown. */
export async function closeJobs(): Promise<void> {
  const open = await utils?.catch(() => undefined);
  utils = undefined;
  await open?.release();
}
