import { setTimeout as pause } from "node:timers/promises";
import type { RowDataPacket } from "mysql2/promise";
import { type Delivering, runEmptyTasks, whileDelivering, writeLetters } from "./harness/deliveries.ts";
import type { Bench } from "./harness/installation.ts";
import { coresInWords, processorTime } from "./harness/statistics.ts";
import { measureRateCap } from "./rate-cap.ts";

const LETTERS = 20_000;
const AHEAD_MS = 20_000;
const PATIENCE_MS = 900_000;

/** Row 4: how many letters a second leave when all fall due at once, with the record of each written. */
export async function measureBurst(bench: Bench): Promise<string> {
  const letters = bench.n ?? LETTERS;
  const free = await whileDelivering(bench, (delivering) => measureFree(bench, delivering, letters));
  return [free, await measureRateCap(bench, letters)].join("\n");
}

async function measureFree(bench: Bench, delivering: Delivering, letters: number): Promise<string> {
  const { installation, pool, taken } = delivering;
  const reference = await runEmptyTasks(bench, delivering, letters, 0);
  await writeLetters(bench, delivering, [0, letters, Date.now() + 3_600_000, 0]);
  const due = new Date(Date.now() + AHEAD_MS);
  await pool.query("UPDATE memories SET delivery_at = ?", [due]);
  const worker = installation.start("worker");
  await pause(AHEAD_MS / 2);
  const before = processorTime(worker.pid);
  const left = async () => {
    const [[row]] = await pool.query<RowDataPacket[]>(
      "SELECT COUNT(*) AS count FROM memories WHERE state <> 'delivered'",
    );
    return Number(row?.count);
  };
  await pause(due.getTime() - Date.now());
  const deadline = Date.now() + PATIENCE_MS;
  while ((await left()) > 0 && Date.now() < deadline) await pause(500);
  const [[last]] = await pool.query<RowDataPacket[]>("SELECT MAX(delivered_at) AS at FROM memories");
  const unsent = await left();
  const processor = (processorTime(worker.pid) - before) / letters;
  await worker.stop();
  const seconds = (Number(last?.at ?? Number.NaN) - due.getTime()) / 1_000;
  const { arrivals } = await taken();
  const doubled = arrivals.length - new Set(arrivals.map(({ messageId }) => messageId)).size;
  const [ours, theirs] = [(letters - unsent) / seconds, letters / reference.seconds];
  return [
    `Row 4, burst: ${letters} letters due at once, one worker of ten; ${coresInWords}`,
    `  ${ours.toFixed(0)} delivered a second, each with its record; ${unsent} not within ${PATIENCE_MS / 60_000} min, ${doubled} doubled`,
    `  processor time of the worker: ${processor.toFixed(1)} ms a letter`,
    `  graphile-worker with empty tasks: ${theirs.toFixed(0)} a second; of that: ${(ours / theirs).toFixed(3)}`,
    "  good: 0.10; after: 0.30",
  ].join("\n");
}
