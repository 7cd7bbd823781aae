import { setTimeout as pause } from "node:timers/promises";
import type { Child } from "../scripts/launch/children.ts";
import { fillBacklog } from "./harness/backlog.ts";
import type { Bench, Measurement } from "./harness/bench.ts";
import { coreAssignment, cpuTime, residentBytes } from "./harness/cpu.ts";
import { type Deliveries, readLateness, runEmptyTasks, withDeliveries, writeLetters } from "./harness/deliveries.ts";
import { spread } from "./harness/format.ts";
import { runProgram } from "./harness/programs.ts";
import { median, percentile, sum } from "./harness/statistics.ts";
import { waitUntil } from "./harness/wait-until.ts";

/**
 * Letters fall due over `overMs`, from `leadMs` after they are written, so that all are enqueued by then. `many` and
 * `few` vaults wait while looks for due vaults are timed.
 */
const FULL = {
  rounds: 3,
  letters: 1_000,
  overMs: 12_000,
  leadMs: 15_000,
  few: 1_000,
  backlog: 500_000,
  many: 1_000_000,
  looks: 30,
};
const SHORT = { rounds: 1, letters: 20, overMs: 500, leadMs: 3_000, few: 10, backlog: 1_000, many: 2_000, looks: 2 };
const TIMEOUT_MS = 240_000;
const HOUR_MS = 3_600_000;

/** Row 3: how late letters leave that fall due one after the other, with few and many others waiting. */
export async function measurePunctuality(bench: Bench): Promise<Measurement> {
  const size = { ...(bench.short ? SHORT : FULL), ...(bench.n && { backlog: bench.n }) };
  const { rounds, letters, overMs, few, backlog, looks } = size;
  const many = Math.max(size.many, backlog);
  return withDeliveries(bench, {}, async (deliveries) => {
    const { installation, pool } = deliveries;
    await writeLetters(bench, deliveries, { first: 0, count: 1, dueFrom: Date.now() + HOUR_MS });
    await fillBacklog(pool, few);
    const lookWithFew = await timeLooks(bench, deliveries, looks);
    const worker = installation.start("worker");
    const deliver = (round: number) => deliverRound(bench, deliveries, worker, (round + 1) * letters, size);
    const deliverRounds = async (from: number) => {
      const done: Round[] = [];
      for (let round = from; round < from + rounds; round += 1) done.push(await deliver(round));
      return done;
    };
    const first = await deliver(0);
    const withFew = await deliverRounds(1);
    await fillBacklog(pool, backlog);
    const withBacklog = await deliverRounds(1 + rounds);
    await worker.stop();
    await fillBacklog(pool, many);
    const lookWithMany = await timeLooks(bench, deliveries, looks);
    const reference = await runEmptyTasks(bench, deliveries, letters, overMs);

    const all = [first, ...withFew, ...withBacklog];
    const lateness = all.flatMap((round) => round.lateness);
    const cases = all.length * letters;
    const early = lateness.filter((one) => one < 0).length;
    const mean = (of: (round: Round) => number) => (sum(all.map(of)) / all.length).toFixed(1);
    return {
      cases,
      failures: { early, missing: cases - lateness.length },
      report: [
        `Row 3, punctuality: ${letters} letters due within ${overMs / 1_000} s, one worker for all rounds; ${coreAssignment}`,
        describe("the first that it delivers", [first]),
        describe(`with ${few} vaults waiting`, withFew),
        describe(`with ${backlog} vaults waiting`, withBacklog),
        describe("graphile-worker with its defaults, empty tasks", [reference]),
        `  early: ${early} of ${cases}`,
        `  p99 with the backlog to p99 without: ${(median(p99sOf(withBacklog)) / median(p99sOf(withFew))).toFixed(2)}`,
        `  one look for due vaults, ms: ${spread(lookWithFew, 1)} with ${few} waiting, ${spread(lookWithMany, 1)} with ${many}: ${(median(lookWithMany) / median(lookWithFew)).toFixed(2)}`,
        `  the worker: ${mean(({ cpuMs }) => cpuMs)} ms of processor time a letter, ${mean(({ memory }) => memory / 2 ** 20)} MB at the end`,
        "  good: p99 100 ms, 0 early; target: p99 50 ms, backlog 1.1, look 1.1",
      ].join("\n"),
    };
  });
}

type Round = { lateness: number[]; memory: number; cpuMs: number };

const p99sOf = (rounds: Pick<Round, "lateness">[]) => rounds.map(({ lateness }) => percentile(lateness, 0.99));

function describe(what: string, rounds: Pick<Round, "lateness">[]): string {
  const at = (share: number) => spread(rounds.map(({ lateness }) => percentile(lateness, share)));
  return `  ${what}: ms late p50 ${at(0.5)}, p99 ${at(0.99)}, at most ${at(1)}`;
}

async function deliverRound(
  bench: Bench,
  deliveries: Deliveries,
  worker: Child,
  first: number,
  { letters, overMs, leadMs }: typeof FULL,
): Promise<Round> {
  const { pool } = deliveries;
  // Writing takes a while, so the letters get their instants last.
  await writeLetters(bench, deliveries, { first, count: letters, dueFrom: Date.now() + HOUR_MS, overMs });
  const dueFrom = Date.now() + leadMs;
  await pool.query(
    `UPDATE memories JOIN (SELECT MIN(delivery_at) AS first FROM memories WHERE delivery_at < NOW() + INTERVAL 1 DAY AND recipient_email <> 'reader-0@example.net' AND state = 'scheduled') AS earliest
     SET delivery_at = ? + INTERVAL TIMESTAMPDIFF(MICROSECOND, earliest.first, delivery_at) MICROSECOND
     WHERE delivery_at < NOW() + INTERVAL 1 DAY AND recipient_email <> 'reader-0@example.net' AND state = 'scheduled'`,
    [new Date(dueFrom)],
  );
  const before = cpuTime(worker.pid);
  await pause(Math.max(0, dueFrom + overMs - Date.now()));
  const isDone = async () => (await readLateness(deliveries, first)).length >= letters;
  await waitUntil(isDone, { timeoutMs: TIMEOUT_MS, everyMs: 200 });
  const memory = residentBytes(worker.pid);
  const cpuMs = (cpuTime(worker.pid) - before) / letters;
  return { lateness: await readLateness(deliveries, first), memory, cpuMs };
}

function timeLooks(bench: Bench, { installation }: Deliveries, looks: number): Promise<number[]> {
  return runProgram<number[]>(bench, "time-looks", { env: installation.env, input: looks });
}
