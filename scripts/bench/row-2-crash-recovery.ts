import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createPool, type Pool } from "mysql2/promise";
import { bundle } from "../../tests/faults/programs.ts";
import type { Taken } from "../../tests/faults/provider.ts";
import { startProvider } from "../../tests/faults/run.ts";
import { runOrFail, runCommand } from "../launch/commands.ts";
import type { Child } from "../launch/children.ts";
import { root } from "../launch/project.ts";
import { type Bench, createInstallation, type Installation } from "./installation.ts";
import { percentile, spread } from "./measuring.ts";

const ROUNDS = 10;
/** Enough that both workers hold ten at any time of a round, at half a second each. */
const LETTERS_PER_ROUND = 120;
/** A stopped worker is woken after this, in milliseconds: well after it was taken for dead. */
const STOPPED_MS = 6_000;
const PATIENCE_MS = 60_000;

/** Row 2: how long until what a killed worker held in its hands is sent by the other, and whether anybody else loses anything. */
export async function measureCrashRecovery(bench: Bench): Promise<string> {
  const rounds = bench.n ?? ROUNDS;
  const { children } = bench.supervisor;
  const provider = await startProvider(children, {
    seed: bench.seed,
    fates: { ok: 1 },
    faultyAttempts: 0,
    delayMs: [200, 800],
    logLagMs: 0,
    logFaults: 0,
  });
  const installation = await createInstallation(bench, {
    MAILGUN_URL: provider.url,
    MAILGUN_API_KEY: "key-test",
    MAILGUN_DOMAIN: "mg.example.org",
    MAILGUN_LOG_DELAY_SECONDS: "0",
  });
  const pool = createPool({ uri: installation.env.DATABASE_URL ?? "", timezone: "Z" });
  try {
    const { letters } = await bundle(join(bench.supervisor.home, "programs"), { letters: "scripts/bench/letters.ts" });
    const field = new Field(pool, installation);
    const recovery: number[] = [];
    let orphans = 0;
    let zombieOrphans = 0;
    for (let round = 0; round < rounds * 2; round += 1) {
      const args = [letters, String(round * LETTERS_PER_ROUND), String(LETTERS_PER_ROUND)];
      const write = runCommand(children, process.execPath, args, { cwd: root, env: installation.env });
      await runOrFail("The letters could not be written:", write);
      const victim = await field.bothAtWork();
      if (round < rounds) {
        process.kill(victim.process.pid, "SIGKILL");
        const killedAt = Date.now();
        await victim.process.exited;
        const held = await field.orphansOf(victim.pool);
        orphans += held.length;
        recovery.push(((await field.lastSent(held)) - killedAt) / 1_000);
      } else {
        process.kill(victim.process.pid, "SIGSTOP");
        const held = await field.orphansOf(victim.pool);
        zombieOrphans += held.length;
        await pause(STOPPED_MS);
        process.kill(victim.process.pid, "SIGCONT");
        await field.lastSent(held);
      }
      await field.allSent();
    }
    const taken = (await (await fetch(`${provider.url}/taken`)).json()) as Taken;
    const doubled = taken.arrivals.length - new Set(taken.arrivals.map(({ messageId }) => messageId)).size;
    const stolen = await field.stolen();
    await field.stop();
    return [
      `Row 2, crash recovery: two workers of ten, one is killed or stopped in mid-send; ${rounds} rounds of each`,
      `  seconds from SIGKILL to the last of ${orphans} orphans sent: ${spread(recovery, 1)}, p95 ${percentile(recovery, 0.95).toFixed(1)}`,
      "  (stock graphile-worker: 14,400; with Mailgun's real log, orphans in mid-send wait 120 s for it besides)",
      `  jobs stolen from the worker that lives: ${stolen}`,
      `  stopped workers woken after ${STOPPED_MS / 1_000} s, with ${zombieOrphans} mails in their hands: ${doubled} mails taken twice in both parts`,
      "  good: 30 s, 0 stolen; after: 5 s, 0",
    ].join("\n");
  } finally {
    await pool.end();
    await provider.process.stop();
    await installation.drop();
  }
}

type Worker = { process: Child; pool: string };

/** Two workers and the outbox between them. */
class Field {
  readonly #pool: Pool;
  readonly #installation: Installation;
  #workers: Worker[] = [];
  #victims: string[] = [];

  constructor(pool: Pool, installation: Installation) {
    this.#pool = pool;
    this.#installation = installation;
  }

  /** Two workers that both hold mail at this moment; answers the one to hurt. */
  async bothAtWork(): Promise<Worker> {
    this.#workers = this.#workers.filter(({ process }) => process.isRunning());
    while (this.#workers.length < 2) this.#workers.push(await this.#start());
    await until(async () => {
      const counts = await Promise.all(this.#workers.map(async ({ pool }) => (await this.heldBy(pool)).length));
      return counts.every((count) => count >= 5);
    });
    return this.#workers[0] as Worker;
  }

  async #start(): Promise<Worker> {
    const known = new Set(await this.#pools());
    const process = this.#installation.start("worker");
    let pool: string | undefined;
    await until(async () => {
      pool = (await this.#pools()).find((one) => !known.has(one));
      return pool !== undefined;
    });
    return { process, pool: pool ?? "" };
  }

  #pools(): Promise<string[]> {
    return this.#column("SELECT pool_id AS value FROM worker_heartbeats");
  }

  /** What a worker had in its hands when it was hurt: whatever else is tried twice was stolen from one that lives. */
  async orphansOf(pool: string): Promise<string[]> {
    // A claim that was on its way to the database when it happened has arrived after this.
    await pause(100);
    const held = await this.heldBy(pool);
    this.#victims.push(...held);
    return held;
  }

  heldBy(pool: string): Promise<string[]> {
    return this.#column("SELECT id AS value FROM messages WHERE state = 'sending' AND claimed_by = ?", [pool]);
  }

  /** When the last of them was sent, in milliseconds since 1970. */
  async lastSent(messages: string[]): Promise<number> {
    if (messages.length === 0) return Date.now();
    let last = 0;
    await until(async () => {
      const [rows] = await this.#pool.query("SELECT state, sent_at FROM messages WHERE id IN (?)", [messages]);
      const all = rows as { state: string; sent_at: Date | null }[];
      last = Math.max(...all.map(({ sent_at }) => sent_at?.getTime() ?? 0));
      return all.every(({ state }) => state === "sent");
    });
    return last;
  }

  async allSent(): Promise<void> {
    await until(
      async () =>
        (await this.#column("SELECT id AS value FROM messages WHERE state <> 'sent' AND kind = 'delivery'")).length ===
        0,
    );
  }

  /** How many of a living worker's were tried twice, and what its first attempts met, if they met anything. */
  async stolen(): Promise<string> {
    const again = await this.#column("SELECT id AS value FROM messages WHERE attempts > 1 AND kind = 'delivery'");
    const stolen = again.filter((id) => !this.#victims.includes(id));
    if (stolen.length === 0) return "0";
    const met = await this.#column(
      `SELECT DISTINCT detail AS value FROM delivery_events JOIN messages USING (delivery_id)
       WHERE messages.id IN (?) AND delivery_events.kind = 'send_failed'`,
      [stolen],
    );
    return [stolen.length, ...met].join(", ");
  }

  async #column(query: string, values: unknown[] = []): Promise<string[]> {
    const [rows] = await this.#pool.query(query, values);
    return (rows as { value: string }[]).map(({ value }) => value);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map(({ process }) => process.stop()));
  }
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error("waited in vain for the workers");
    await pause(25);
  }
}
