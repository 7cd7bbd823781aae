/** graphile-worker with its defaults and empty tasks that fall due over `overMs` milliseconds, or all at once. */
import { makeWorkerUtils, run } from "graphile-worker";
import type { EmptyTasks } from "../harness/deliveries.ts";
import { printResult, programInput } from "../harness/program-io.ts";

const { count, overMs } = programInput<{ count: number; overMs: number }>();
const connection = { connectionString: process.env.WORKER_DATABASE_URL ?? "", schema: "bench_reference" };
const lateness: number[] = [];
const { promise: allDone, resolve: finish } = Promise.withResolvers<void>();

const runner = await run({
  ...connection,
  concurrency: 10,
  noHandleSignals: true,
  taskList: {
    empty: (payload) => {
      lateness.push(Date.now() - (payload as { dueAt: number }).dueAt);
      if (lateness.length === count) finish();
    },
  },
});
// All jobs must be in the queue before the first falls due.
const begin = Date.now() + 2_000 + count;
const queue = await makeWorkerUtils(connection);
for (let first = 0; first < count; first += 1_000) {
  const jobs = Array.from({ length: Math.min(1_000, count - first) }, (_, index) => {
    const dueAt = begin + Math.floor(((first + index) / count) * overMs);
    return { identifier: "empty", payload: { dueAt }, runAt: new Date(dueAt) };
  });
  await queue.addJobs(jobs);
}
await allDone;
await printResult({ lateness, seconds: (Date.now() - begin) / 1_000 } satisfies EmptyTasks);
await runner.stop();
await queue.release();
process.exit(0);
