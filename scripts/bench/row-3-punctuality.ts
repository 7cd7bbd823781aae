import { setTimeout as pause } from "node:timers/promises";
import { runCommand } from "../launch/commands.ts";
import type { Child } from "../launch/children.ts";
import { root } from "../launch/project.ts";
import { fillBacklog } from "./backlog.ts";
import { type Delivering, latenessOf, runEmptyTasks, whileDelivering, writeLetters } from "./delivering.ts";
import type { Bench } from "./installation.ts";
import { coresInWords, median, percentile, processorTime, spread } from "./measuring.ts";
import { residentBytes } from "./uploading.ts";

const ROUNDS = 3;
const LETTERS = 1_000;
/** They fall due within this time, in milliseconds. */
const OVER_MS = 12_000;
const BACKLOG = 500_000;
/** What the sweep is measured with, against as few. */
const MANY = 1_000_000;
const FEW = 1_000;
const SWEEPS = 30;
/** The queue has them before the first falls due. */
const AHEAD_MS = 15_000;

/** Row 3: how late letters leave that fall due one after the other, with few and with many others waiting. */
export async function measurePunctuality(bench: Bench): Promise<string> {
  const backlog = bench.n ?? BACKLOG;
  return whileDelivering(bench, async (delivering) => {
    const { installation, pool } = delivering;
    await writeLetters(bench, delivering, [0, 1, Date.now() + 3_600_000, 0]);
    await fillBacklog(pool, FEW);
    const sweepOfFew = await sweepTimes(bench, delivering);
    const worker = installation.start("worker");
    const first = await deliver(bench, delivering, worker, LETTERS);
    const alone = await deliverInRounds(bench, delivering, worker, 2 * LETTERS);
    await fillBacklog(pool, backlog);
    const crowded = await deliverInRounds(bench, delivering, worker, (2 + ROUNDS) * LETTERS);
    await worker.stop();
    await fillBacklog(pool, Math.max(MANY, backlog));
    const sweepOfMany = await sweepTimes(bench, delivering);
    const reference = await runEmptyTasks(bench, { installation } as Delivering, LETTERS, OVER_MS);
    const rounds = [first, ...alone, ...crowded];
    const early = rounds.flatMap(({ lateness }) => lateness).filter((one) => one < 0).length;
    const mean = (of: (round: Round) => number) => (sum(rounds.map(of)) / rounds.length).toFixed(1);
    return [
      `Row 3, punctuality: ${LETTERS} letters due within ${OVER_MS / 1_000} s, one worker for all rounds; ${coresInWords}`,
      describe("the first that it delivers", [first]),
      describe(`with ${FEW} vaults waiting`, alone),
      describe(`with ${backlog} vaults waiting`, crowded),
      describe("graphile-worker as it comes, tasks that do nothing", [reference]),
      `  early: ${early} of ${rounds.length * LETTERS}`,
      `  p99 with the crowd of that without: ${(median(p99sOf(crowded)) / median(p99sOf(alone))).toFixed(2)}`,
      `  one sweep, ms: ${spread(sweepOfFew, 1)} with ${FEW} waiting, ${spread(sweepOfMany, 1)} with ${Math.max(MANY, backlog)}: ${(median(sweepOfMany) / median(sweepOfFew)).toFixed(2)}`,
      `  the worker: ${mean(({ processor }) => processor)} ms of processor time a letter, ${mean(({ memory }) => memory / 2 ** 20)} MB at its end`,
      "  good: p99 500 ms, 0 early, sweep 2.0; after: p99 100 ms, crowd 1.2",
    ].join("\n");
  });
}

type Round = { lateness: number[]; memory: number; processor: number };

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const p99sOf = (rounds: Pick<Round, "lateness">[]) => rounds.map(({ lateness }) => percentile(lateness, 0.99));

function describe(what: string, rounds: Pick<Round, "lateness">[]): string {
  const at = (share: number) => spread(rounds.map(({ lateness }) => percentile(lateness, share)));
  return `  ${what}: ms late p50 ${at(0.5)}, p99 ${at(0.99)}, at most ${at(1)}`;
}

async function deliverInRounds(bench: Bench, delivering: Delivering, worker: Child, first: number): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(await deliver(bench, delivering, worker, first + round * LETTERS));
  }
  return rounds;
}

async function deliver(bench: Bench, delivering: Delivering, worker: Child, first: number): Promise<Round> {
  const { pool } = delivering;
  // Their dates are set once they are written: writing takes as long as it takes.
  await writeLetters(bench, delivering, [first, LETTERS, Date.now() + 3_600_000, OVER_MS]);
  const shift = Date.now() + AHEAD_MS;
  await pool.query(
    `UPDATE memories JOIN (SELECT MIN(delivery_at) AS first FROM memories WHERE delivery_at < NOW() + INTERVAL 1 DAY AND recipient_email <> 'reader-0@example.net' AND state = 'scheduled') AS earliest
     SET delivery_at = ? + INTERVAL TIMESTAMPDIFF(MICROSECOND, earliest.first, delivery_at) MICROSECOND
     WHERE delivery_at < NOW() + INTERVAL 1 DAY AND recipient_email <> 'reader-0@example.net' AND state = 'scheduled'`,
    [new Date(shift)],
  );
  // As the worker's own sweep of the minute would find them.
  await sweepTimes(bench, delivering, 1);
  const before = processorTime(worker.pid);
  await pause(shift + OVER_MS - Date.now());
  const deadline = Date.now() + 60_000;
  const count = async () => (await latenessOf(delivering, first)).length;
  while ((await count()) < LETTERS && Date.now() < deadline) await pause(200);
  const memory = residentBytes(worker.pid);
  const processor = (processorTime(worker.pid) - before) / LETTERS;
  return { lateness: await latenessOf(delivering, first), memory, processor };
}

async function sweepTimes(bench: Bench, { installation, programs }: Delivering, sweeps = SWEEPS): Promise<number[]> {
  const args = [programs.sweeping, String(sweeps)];
  const { ok, output } = await runCommand(bench.supervisor.children, process.execPath, args, {
    cwd: root,
    env: installation.env,
  });
  const line = output.split("\n").find((one) => one.startsWith("["));
  if (!ok || !line) throw new Error(`The sweeps failed:\n${output.slice(-2_000)}`);
  return JSON.parse(line);
}
