/**
 * graphile-worker as it comes, with tasks that do nothing: the reference beside our worker. Given how many jobs, and the
 * time in milliseconds over which they fall due (0: all at once), it prints how late each began and how long all took.
 */
import { makeWorkerUtils, run } from "graphile-worker";

export type Empty = { lateness: number[]; seconds: number };

const [count = 0, over = 0] = process.argv.slice(2).map(Number);
const connection = { connectionString: process.env.WORKER_DATABASE_URL ?? "", schema: "bench_reference" };
const lateness: number[] = [];
let finish = () => {};
const allDone = new Promise<void>((resolve) => {
  finish = resolve;
});

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
// All are written before the first falls due.
const begin = Date.now() + 2_000 + count;
const queue = await makeWorkerUtils(connection);
for (let first = 0; first < count; first += 1_000) {
  const jobs = Array.from({ length: Math.min(1_000, count - first) }, (_, index) => {
    const dueAt = begin + Math.floor(((first + index) / count) * over);
    return { identifier: "empty", payload: { dueAt }, runAt: new Date(dueAt) };
  });
  await queue.addJobs(jobs);
}
await allDone;
const empty: Empty = { lateness, seconds: (Date.now() - begin) / 1_000 };
console.log(JSON.stringify(empty));
await runner.stop();
await queue.release();
process.exit(0);
