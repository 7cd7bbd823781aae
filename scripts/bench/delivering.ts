import { join } from "node:path";
import { createPool, type Pool, type RowDataPacket } from "mysql2/promise";
import { bundle } from "../../tests/faults/programs.ts";
import type { Taken } from "../../tests/faults/provider.ts";
import { startProvider } from "../../tests/faults/run.ts";
import { runOrFail, runCommand } from "../launch/commands.ts";
import { root } from "../launch/project.ts";
import type { Empty } from "./graphile.ts";
import { type Bench, createInstallation, type Installation } from "./installation.ts";
import { onCore } from "./measuring.ts";

/** An installation whose provider takes every mail at once. */
export type Delivering = {
  installation: Installation;
  pool: Pool;
  programs: Record<"letters" | "sweeping", string>;
  /** What the provider has taken so far. */
  taken: () => Promise<Taken>;
};

/**
 * Does `work` in an installation of its own, which is gone afterwards.
 * @param perSecond how many mails the provider takes; without it, as many as there are
 */
export async function whileDelivering<Result>(
  bench: Bench,
  work: (delivering: Delivering) => Promise<Result>,
  settings: Record<string, string> = {},
  perSecond?: number,
): Promise<Result> {
  const { children, home } = bench.supervisor;
  const atOnce = {
    fates: { ok: 1 },
    faultyAttempts: 0,
    delayMs: [0, 0] as [number, number],
    logLagMs: 0,
    logFaults: 0,
    ...(perSecond && { perSecond }),
  };
  const provider = await startProvider(children, { seed: bench.seed, ...atOnce });
  const installation = await createInstallation(bench, {
    MAILGUN_URL: provider.url,
    MAILGUN_API_KEY: "key-test",
    MAILGUN_DOMAIN: "mg.example.org",
    LOG_LEVEL: "warn",
    ...settings,
  });
  const pool = createPool({ uri: installation.env.DATABASE_URL ?? "", timezone: "Z" });
  const sources = { letters: "scripts/bench/letters.ts", sweeping: "scripts/bench/sweeping.ts" };
  try {
    const programs = await bundle(join(home, "programs"), sources);
    const taken = async () => (await (await fetch(`${provider.url}/taken`)).json()) as Taken;
    return await work({ installation, pool, programs, taken });
  } finally {
    await pool.end();
    await provider.process.stop();
    await installation.drop();
  }
}

/** Writes letters `first` to before `first + count`, which fall due from `from` (ms since 1970) on, over `over` ms. */
export async function writeLetters(
  bench: Bench,
  { installation, programs }: Delivering,
  [first, count, from, over]: [first: number, count: number, from: number, over: number],
): Promise<void> {
  const args = [programs.letters, ...[first, count, from, over].map(String)];
  const write = runCommand(bench.supervisor.children, process.execPath, args, { cwd: root, env: installation.env });
  await runOrFail("The letters could not be written:", write);
}

/** What graphile-worker does with as many tasks that do nothing, on the core of our worker. */
export async function runEmptyTasks(bench: Bench, { installation }: Delivering, count: number, over: number) {
  const program = [join(root, "scripts/bench/graphile.ts"), String(count), String(over)];
  const { command, args } = onCore(0, process.execPath, program);
  const { ok, output } = await runCommand(bench.supervisor.children, command, args, {
    cwd: root,
    env: installation.env,
  });
  const line = output.split("\n").find((one) => one.startsWith('{"lateness"'));
  if (!ok || !line) throw new Error(`The empty tasks failed:\n${output.slice(-2_000)}`);
  return JSON.parse(line) as Empty;
}

/** How late each of the letters from `first` on was taken by the provider, in milliseconds; below zero is early. */
export async function latenessOf({ pool, taken }: Delivering, first: number): Promise<number[]> {
  const [rows] = await pool.query<RowDataPacket[]>(
    "SELECT recipient_email AS address, delivery_at AS due FROM deliveries",
  );
  const due = new Map(rows.map(({ address, due }) => [address as string, (due as Date).getTime()]));
  const { arrivals } = await taken();
  // Senders are told as well: only what went to a recipient counts.
  return arrivals.flatMap(({ letter, to, takenAt }) => {
    const dueAt = due.get(to);
    return letter >= first && dueAt !== undefined ? [takenAt - dueAt] : [];
  });
}
