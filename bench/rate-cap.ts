import { setTimeout as pause } from "node:timers/promises";
import type { Pool, RowDataPacket } from "mysql2/promise";
import { type Delivering, whileDelivering, writeLetters } from "./harness/deliveries.ts";
import type { Bench } from "./harness/installation.ts";

/**
 * How many mails a second the provider takes, well below what the workers can do, and how long it takes for all of them,
 * in seconds.
 */
const PER_SECOND = 10;
const SECONDS = 60;
/** A letter is two mails: one to its recipient, and the notice to its sender. */
const MAILS_OF_A_LETTER = 2;
const AHEAD_MS = 10_000;
const PATIENCE_MS = 4 * SECONDS * 1_000;

/** Row 4, second part: two workers and a provider that takes only so many mails a second. */
export async function measureRateCap(bench: Bench, atMost: number): Promise<string> {
  const letters = Math.min(atMost, Math.floor((PER_SECOND * SECONDS) / MAILS_OF_A_LETTER));
  const settings = { MAIL_PER_SECOND: String(PER_SECOND) };
  return whileDelivering(bench, (delivering) => sendWithinCap(bench, delivering, letters), settings, PER_SECOND);
}

async function sendWithinCap(bench: Bench, delivering: Delivering, letters: number): Promise<string> {
  const { installation, pool, taken } = delivering;
  await writeLetters(bench, delivering, [0, letters, Date.now() + 3_600_000, 0]);
  const due = Date.now() + AHEAD_MS;
  await pool.query("UPDATE memories SET delivery_at = ?", [new Date(due)]);
  const workers = [installation.start("worker"), installation.start("worker")];
  const deadline = due + PATIENCE_MS;
  while ((await countUnsent(pool)) > 0 && Date.now() < deadline) await pause(500);
  const unsent = await countUnsent(pool);
  await Promise.all(workers.map((worker) => worker.stop()));

  const { arrivals, requests, throttled } = await taken();
  const times = arrivals.map(({ takenAt }) => takenAt).sort((one, other) => one - other);
  const seconds = ((times.at(-1) ?? Number.NaN) - (times[0] ?? Number.NaN)) / 1_000;
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  return [
    `Row 4, a rate: two workers, a provider that takes ${PER_SECOND} mails a second, ${letters} letters due at once`,
    `  ${(times.length / seconds).toFixed(1)} mails a second over ${seconds.toFixed(0)} s: ${percent(times.length / seconds / PER_SECOND)} of the rate used; at most ${mostInASecond(times)} within one second`,
    `  answered 429: ${throttled} of ${requests}, ${percent(throttled / requests)}; ${unsent} mails and letters not sent`,
    "  good: 90%, 429 5%; after: 98%, 0.5%",
  ].join("\n");
}

/** Letters that are not on their way yet, and mails that have not left. */
async function countUnsent(pool: Pool): Promise<number> {
  const [[row]] = await pool.query<RowDataPacket[]>(
    `SELECT (SELECT COUNT(*) FROM memories WHERE state <> 'delivered')
          + (SELECT COUNT(*) FROM messages WHERE state IN ('queued', 'sending')) AS count`,
  );
  return Number(row?.count);
}

/** @param times in milliseconds, sorted */
function mostInASecond(times: number[]): number {
  let first = 0;
  let most = 0;
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= 1_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
