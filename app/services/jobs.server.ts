import { setTimeout as pause } from "node:timers/promises";
import { makeWorkerUtils, type WorkerUtils } from "graphile-worker";
import { env } from "~/env.server";
import { log } from "./log.server";

/** A job is only a wake-up: the task reads MySQL and decides again. */
export type TaskPayloads = {
  deliver_vault: { vaultId: string };
  send_message: { messageId: string };
  handle_provider_event: { eventId: string };
  give_turns: { channel: string };
  answer_password_reset: { requestId: string };
};

/** The lowest runs first: started deliveries end before others start, and one-time codes do not wait for them. */
const PRIORITY: Record<keyof TaskPayloads, number> = {
  give_turns: -2,
  send_message: -1,
  answer_password_reset: -1,
  deliver_vault: 0,
  handle_provider_event: 0,
};

/** Only what is due soon is queued; the sweep finds later rows in time. */
export const QUEUE_AHEAD_MS = 3 * 60_000;

/** A key that is being replaced at the same moment adds no job, without an error (graphile/worker#580). */
const ADD_TRIES = 5;

let utils: Promise<WorkerUtils> | undefined;

function workerUtils(): Promise<WorkerUtils> {
  utils ??= makeWorkerUtils({ connectionString: env.WORKER_DATABASE_URL }).catch((error: unknown) => {
    utils = undefined;
    throw error;
  });
  return utils;
}

/** In milliseconds: how long a page waits for the queue. */
const PATIENCE_MS = 2_000;
/** In milliseconds: how long the queue is skipped after that. */
const CIRCUIT_OPEN_MS = 10_000;
let impatientUntil = Number.NEGATIVE_INFINITY;

/** `id` is the row of the task and names the job: a second wake-up replaces the first. */
export type WakeUp<Task extends keyof TaskPayloads> = { id: string; payload: TaskPayloads[Task]; runAt?: Date };

export function wake<Task extends keyof TaskPayloads>(
  task: Task,
  id: string,
  payload: TaskPayloads[Task],
  runAt?: Date,
): Promise<void> {
  return wakeAll(task, [{ id, payload, ...(runAt && { runAt }) }]);
}

/** Each row once. Never throws and never waits long: without the queue, the sweep finds the rows within a minute. */
export async function wakeAll<Task extends keyof TaskPayloads>(task: Task, wakeUps: WakeUp<Task>[]): Promise<void> {
  if (wakeUps.length === 0) return;
  const adding = addJobs(task, wakeUps);
  if (performance.now() < impatientUntil) return;
  const isLate = await Promise.race([adding, pause(PATIENCE_MS, true, { ref: false })]);
  if (!isLate || performance.now() < impatientUntil) return;
  impatientUntil = performance.now() + CIRCUIT_OPEN_MS;
  log.warn({ task }, "the queue does not answer; the sweep will find the rows");
}

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

/** For pools known to be dead; graphile-worker itself would wait for four hours. */
export async function unlockPools(poolIds: string[]): Promise<void> {
  const queue = await workerUtils();
  await queue.forceUnlockWorkers(poolIds);
}

export async function closeJobs(): Promise<void> {
  const open = await utils?.catch(() => undefined);
  utils = undefined;
  await open?.release();
}
