import { setTimeout as pause } from "node:timers/promises";
import type { Child } from "../scripts/launch/children.ts";
import type { Bench, Measurement } from "./harness/bench.ts";
import { countDoubled, type Deliveries, withDeliveries, writeLetters } from "./harness/deliveries.ts";
import { spread } from "./harness/format.ts";
import { percentile } from "./harness/statistics.ts";
import { waitUntil } from "./harness/wait-until.ts";

type Size = { rounds: number; letters: number; delayMs: [number, number]; logDelaySeconds: number };

/**
 * Enough letters and delay for both workers to hold ten throughout a round. The log's delay has to be longer than the
 * provider's, or a mail that it is about to accept is sent again.
 */
const FULL: Size = { rounds: 10, letters: 120, delayMs: [200, 800], logDelaySeconds: 1 };
/** A busy machine delays the provider, too. */
const SHORT: Size = { rounds: 1, letters: 60, delayMs: [600, 1_400], logDelaySeconds: 8 };
/** When a stopped worker continues, well after it was declared dead. */
const STOPPED_MS = 6_000;
const TIMEOUT_MS = 240_000;

/** Row 2: how long until the other worker sends the mails of a killed one, and whether live workers lose any. */
export async function measureCrashRecovery(bench: Bench): Promise<Measurement> {
  const size = { ...(bench.short ? SHORT : FULL), ...(bench.n && { rounds: bench.n }) };
  const { rounds, letters, delayMs, logDelaySeconds } = size;
  const options = {
    settings: { LOG_LEVEL: "info", MAILGUN_LOG_DELAY_SECONDS: String(logDelaySeconds) },
    provider: { delayMs },
  };
  return withDeliveries(bench, options, async (deliveries) => {
    const pair = new WorkerPair(deliveries);
    const recovery: number[] = [];
    let orphans = 0;
    let ofStopped = 0;
    let doubledOfKilled = 0;
    for (let round = 0; round < rounds * 2; round += 1) {
      await pair.untilBothRun();
      await writeLetters(bench, deliveries, { first: round * letters, count: letters });
      const victim = await pair.untilBothSend();
      if (round < rounds) {
        process.kill(victim.process.pid, "SIGKILL");
        const killedAt = Date.now();
        const held = await pair.orphansOf(victim.pool);
        orphans += held.length;
        recovery.push(((await pair.untilSent(held)) - killedAt) / 1_000);
      } else {
        process.kill(victim.process.pid, "SIGSTOP");
        const held = await pair.orphansOf(victim.pool);
        ofStopped += held.length;
        await pause(STOPPED_MS);
        process.kill(victim.process.pid, "SIGCONT");
        await pair.untilSent(held);
      }
      await pair.untilAllSent();
      if (round === rounds - 1) doubledOfKilled = countDoubled(await deliveries.provider());
    }
    const doubled = countDoubled(await deliveries.provider());
    const { stolen, errors } = await pair.findStolen();
    await pair.stop();
    return {
      cases: orphans + ofStopped,
      // A busy machine delays a live worker's heartbeat, which costs nothing but a second attempt.
      failures: { doubled, ...(bench.short ? {} : { stolen }) },
      report: [
        `Row 2, crash recovery: two workers of ten, one is killed or stopped while it sends; ${rounds} rounds of each`,
        `  seconds from SIGKILL to the last of ${orphans} orphans sent: ${spread(recovery, 1)}, p95 ${percentile(recovery, 0.95).toFixed(1)}`,
        "  (stock graphile-worker: 14,400; with Mailgun's real log, orphans wait up to 120 s for it)",
        `  jobs stolen from the live worker: ${[stolen, ...errors].join(", ")}`,
        `  mails sent twice: ${doubledOfKilled} of those that killed workers held, ${doubled - doubledOfKilled} of ${ofStopped} held by workers stopped for ${STOPPED_MS / 1_000} s`,
        "  good: 5 s, 0 stolen; target: 2 s, 0",
      ].join("\n"),
    };
  });
}

type Worker = { process: Child; pool: string };

class WorkerPair {
  readonly #deliveries: Deliveries;
  #workers: Worker[] = [];
  #orphans: string[] = [];

  constructor(deliveries: Deliveries) {
    this.#deliveries = deliveries;
  }

  /** Starts missing workers. */
  async untilBothRun(): Promise<void> {
    this.#workers = this.#workers.filter(({ process }) => process.isRunning());
    while (this.#workers.length < 2) this.#workers.push(await this.#start());
  }

  /** Returns the worker to kill or stop. */
  async untilBothSend(): Promise<Worker> {
    await until(async () => {
      const counts = await Promise.all(this.#workers.map(async ({ pool }) => (await this.#heldBy(pool)).length));
      return counts.every((count) => count >= 5);
    });
    return this.#workers[0] as Worker;
  }

  async #start(): Promise<Worker> {
    const known = new Set(await this.#pools());
    const process = this.#deliveries.installation.start("worker");
    let pool: string | undefined;
    await until(async () => {
      pool = (await this.#pools()).find((one) => !known.has(one));
      return pool !== undefined;
    });
    return { process, pool: pool ?? "" };
  }

  #pools(): Promise<string[]> {
    return this.#column("SELECT worker_id AS value FROM worker_heartbeats");
  }

  async orphansOf(pool: string): Promise<string[]> {
    const atOnce = await this.#heldBy(pool);
    // A claim may still be on its way to the database; by then, the other worker may have taken over the first ones.
    await pause(100);
    const held = [...new Set([...atOnce, ...(await this.#heldBy(pool))])];
    this.#orphans.push(...held);
    return held;
  }

  #heldBy(pool: string): Promise<string[]> {
    return this.#column("SELECT id AS value FROM messages WHERE state = 'sending' AND claimed_by = ?", [pool]);
  }

  /** Returns when the last one was sent, in milliseconds since 1970. */
  async untilSent(messages: string[]): Promise<number> {
    if (messages.length === 0) return Date.now();
    let last = 0;
    await until(async () => {
      const [rows] = await this.#deliveries.pool.query("SELECT state, sent_at FROM messages WHERE id IN (?)", [
        messages,
      ]);
      const all = rows as { state: string; sent_at: Date | null }[];
      last = Math.max(...all.map(({ sent_at }) => sent_at?.getTime() ?? 0));
      return all.every(({ state }) => state === "sent");
    });
    return last;
  }

  async untilAllSent(): Promise<void> {
    const unsent = "SELECT id AS value FROM messages WHERE state <> 'sent' AND kind = 'delivery'";
    await until(async () => (await this.#column(unsent)).length === 0);
  }

  /** Messages of live workers that were tried twice, with the errors of their first attempts. */
  async findStolen(): Promise<{ stolen: number; errors: string[] }> {
    const again = await this.#column("SELECT id AS value FROM messages WHERE attempts > 1 AND kind = 'delivery'");
    const stolen = again.filter((id) => !this.#orphans.includes(id));
    if (stolen.length === 0) return { stolen: 0, errors: [] };
    const errors = await this.#column(
      `SELECT DISTINCT detail AS value FROM delivery_events JOIN messages USING (delivery_id)
       WHERE messages.id IN (?) AND delivery_events.kind = 'send_failed'`,
      [stolen],
    );
    return { stolen: stolen.length, errors };
  }

  async #column(query: string, values: unknown[] = []): Promise<string[]> {
    const [rows] = await this.#deliveries.pool.query(query, values);
    return (rows as { value: string }[]).map(({ value }) => value);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map(({ process }) => process.stop()));
  }
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  if (!(await waitUntil(isDone, { timeoutMs: TIMEOUT_MS, everyMs: 25 }))) {
    throw new Error(`The workers took longer than ${TIMEOUT_MS / 1_000} s.`);
  }
}
