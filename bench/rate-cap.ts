import type { Pool, RowDataPacket } from "mysql2/promise";
import type { Bench, Measurement } from "./harness/bench.ts";
import { type Deliveries, withDeliveries, writeLetters } from "./harness/deliveries.ts";
import { percent } from "./harness/format.ts";
import { waitUntil } from "./harness/wait-until.ts";

/** A cap well below what the workers can send, and the seconds that all mails take under it. */
const FULL = { perSecond: 10, seconds: 60, leadMs: 10_000 };
const SHORT = { perSecond: 10, seconds: 2, leadMs: 2_000 };
/** One to its recipient, and the notice to its sender. */
const MAILS_PER_LETTER = 2;
const TIMEOUT_MS = 240_000;

/** Row 4, second part: two workers and a provider that accepts only so many mails a second. */
export async function measureRateCap(bench: Bench, maxLetters: number): Promise<Measurement> {
  const { perSecond, seconds, leadMs } = bench.short ? SHORT : FULL;
  const letters = Math.min(maxLetters, Math.floor((perSecond * seconds) / MAILS_PER_LETTER));
  const options = { settings: { MAIL_PER_SECOND: String(perSecond) }, provider: { perSecond } };
  return withDeliveries(bench, options, (deliveries) => sendWithinCap(bench, deliveries, letters, perSecond, leadMs));
}

async function sendWithinCap(
  bench: Bench,
  deliveries: Deliveries,
  letters: number,
  perSecond: number,
  leadMs: number,
): Promise<Measurement> {
  const { installation, pool, provider } = deliveries;
  await writeLetters(bench, deliveries, { first: 0, count: letters, dueFrom: Date.now() + 3_600_000 });
  const due = Date.now() + leadMs;
  await pool.query("UPDATE memories SET delivery_at = ?", [new Date(due)]);
  const workers = [installation.start("worker"), installation.start("worker")];
  await waitUntil(async () => (await countUnsent(pool)) === 0, { timeoutMs: due + TIMEOUT_MS - Date.now() });
  const unsent = await countUnsent(pool);
  await Promise.all(workers.map((worker) => worker.stop()));

  const { arrivals, requests, throttled } = await provider();
  const times = arrivals.map(({ takenAt }) => takenAt).sort((one, other) => one - other);
  const seconds = ((times.at(-1) ?? Number.NaN) - (times[0] ?? Number.NaN)) / 1_000;
  return {
    cases: times.length,
    failures: { unsent },
    report: [
      `Row 4, rate cap: two workers, a provider that accepts ${perSecond} mails a second, ${letters} letters due at once`,
      `  ${(times.length / seconds).toFixed(1)} mails a second over ${seconds.toFixed(0)} s: ${percent(times.length / seconds / perSecond)} of the cap used; at most ${maxPerSecond(times)} within one second`,
      `  answered 429: ${throttled} of ${requests}, ${percent(throttled / requests)}; ${unsent} mails and letters not sent`,
      "  good: 95%, 429 1%; target: 98%, 0.5%",
    ].join("\n"),
  };
}

async function countUnsent(pool: Pool): Promise<number> {
  const [[row]] = await pool.query<RowDataPacket[]>(
    `SELECT (SELECT COUNT(*) FROM memories WHERE state <> 'delivering')
          + (SELECT COUNT(*) FROM messages WHERE state IN ('queued', 'sending')) AS count`,
  );
  return Number(row?.count);
}

/** @param times in milliseconds, sorted */
function maxPerSecond(times: number[]): number {
  let first = 0;
  let most = 0;
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= 1_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
