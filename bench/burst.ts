import { setTimeout as pause } from "node:timers/promises";
import type { RowDataPacket } from "mysql2/promise";
import type { Bench, Measurement } from "./harness/bench.ts";
import { coreAssignment, cpuTime } from "./harness/cpu.ts";
import { countDoubled, type Deliveries, runEmptyTasks, withDeliveries, writeLetters } from "./harness/deliveries.ts";
import { waitUntil } from "./harness/wait-until.ts";
import { measureRateCap } from "./rate-cap.ts";

const FULL = { letters: 20_000, leadMs: 20_000 };
const SHORT = { letters: 20, leadMs: 2_000 };
const TIMEOUT_MS = 900_000;

/** Row 4: letters sent a second, with their records, when all fall due at once, and the use of a rate cap. */
export async function measureBurst(bench: Bench): Promise<Measurement> {
  const { letters, leadMs } = { ...(bench.short ? SHORT : FULL), ...(bench.n && { letters: bench.n }) };
  const burst = await withDeliveries(bench, {}, (deliveries) => deliverAtOnce(bench, deliveries, letters, leadMs));
  const capped = await measureRateCap(bench, letters);
  return {
    cases: burst.cases + capped.cases,
    failures: { ...burst.failures, ...capped.failures },
    report: [burst.report, capped.report].join("\n"),
  };
}

async function deliverAtOnce(
  bench: Bench,
  deliveries: Deliveries,
  letters: number,
  leadMs: number,
): Promise<Measurement> {
  const { installation, pool, provider } = deliveries;
  const reference = await runEmptyTasks(bench, deliveries, letters, 0);
  await writeLetters(bench, deliveries, { first: 0, count: letters, dueFrom: Date.now() + 3_600_000 });
  const due = new Date(Date.now() + leadMs);
  await pool.query("UPDATE memories SET delivery_at = ?", [due]);
  const worker = installation.start("worker");
  await pause(leadMs / 2);
  const before = cpuTime(worker.pid);
  const countLeft = async () => {
    const [[row]] = await pool.query<RowDataPacket[]>(
      "SELECT ? - COUNT(*) AS count FROM deliveries WHERE state = 'sent'",
      [letters],
    );
    return Number(row?.count);
  };
  await pause(Math.max(0, due.getTime() - Date.now()));
  await waitUntil(async () => (await countLeft()) === 0, { timeoutMs: TIMEOUT_MS });
  const [[last]] = await pool.query<RowDataPacket[]>(
    "SELECT MAX(at) AS at FROM delivery_events WHERE kind = 'handed_over'",
  );
  const unsent = await countLeft();
  const cpuMs = (cpuTime(worker.pid) - before) / letters;
  await worker.stop();
  const seconds = (Number(last?.at ?? Number.NaN) - due.getTime()) / 1_000;
  const doubled = countDoubled(await provider());
  const [sent, empty] = [(letters - unsent) / seconds, letters / reference.seconds];
  return {
    cases: letters,
    failures: { unsent, doubled },
    report: [
      `Row 4, burst: ${letters} letters due at once, one worker of ten; ${coreAssignment}`,
      `  ${sent.toFixed(0)} sent a second, each with its record; ${unsent} not within ${TIMEOUT_MS / 60_000} min, ${doubled} doubled`,
      `  processor time of the worker: ${cpuMs.toFixed(1)} ms a letter`,
      `  graphile-worker with empty tasks: ${empty.toFixed(0)} a second; of that: ${(sent / empty).toFixed(3)}`,
      "  good: 0.15; target: 0.30",
    ].join("\n"),
  };
}
