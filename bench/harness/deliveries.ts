import { createPool, type Pool, type RowDataPacket } from "mysql2/promise";
import type { Bench } from "./bench.ts";
import { type Installation, withInstallation } from "./installation.ts";
import { type ProviderOptions, type ProviderState, RELIABLE, startMailProvider } from "./mail-provider.ts";
import { runProgram } from "./programs.ts";

/** An installation with a mail provider. */
export type Deliveries = {
  installation: Installation;
  pool: Pool;
  provider: () => Promise<ProviderState>;
};

type Options = { settings?: Record<string, string>; provider?: Partial<ProviderOptions> };

/** Runs `work` on a new installation and its mail provider, which accepts every mail at once unless told otherwise. */
export async function withDeliveries<Result>(
  bench: Bench,
  { settings = {}, provider: options = {} }: Options,
  work: (deliveries: Deliveries) => Promise<Result>,
): Promise<Result> {
  const provider = await startMailProvider(bench.supervisor.children, { ...RELIABLE, seed: bench.seed, ...options });
  try {
    return await withInstallation(bench, { ...provider.env, ...settings }, async (installation) => {
      const pool = createPool({ uri: installation.env.DATABASE_URL ?? "", timezone: "Z" });
      try {
        return await work({ installation, pool, provider: provider.state });
      } finally {
        await pool.end();
      }
    });
  } finally {
    await provider.process.stop();
  }
}

export type Letters = {
  /** They are numbered from `first` on. */
  first: number;
  count: number;
  /** When the first falls due, in milliseconds since 1970; without it, all are due now and their jobs are enqueued. */
  dueFrom?: number;
  /** The time over which they fall due, in milliseconds. */
  overMs?: number;
};

/** Writes letters as their senders do. */
export async function writeLetters(bench: Bench, { installation }: Deliveries, letters: Letters): Promise<void> {
  await runProgram(bench, "write-letters", { env: installation.env, input: letters });
}

/** How late each empty task started, in milliseconds, and the seconds until all were done. */
export type EmptyTasks = { lateness: number[]; seconds: number };

/** The reference: graphile-worker with its defaults, and tasks that do nothing, on the core of the worker. */
export function runEmptyTasks(bench: Bench, { installation }: Deliveries, count: number, overMs: number) {
  return runProgram<EmptyTasks>(bench, "run-empty-tasks", {
    env: installation.env,
    core: 0,
    input: { count, overMs },
  });
}

/** The lateness of each letter numbered from `first` on that the provider accepted, in milliseconds; negative is early. */
export async function readLateness({ pool, provider }: Deliveries, first: number): Promise<number[]> {
  const [rows] = await pool.query<RowDataPacket[]>(
    "SELECT recipient_email AS address, delivery_at AS due FROM deliveries",
  );
  const due = new Map(rows.map(({ address, due }) => [address as string, (due as Date).getTime()]));
  const { arrivals } = await provider();
  // Mails to senders have no delivery.
  return arrivals.flatMap(({ letter, to, takenAt }) => {
    const dueAt = due.get(to);
    return letter >= first && dueAt !== undefined ? [takenAt - dueAt] : [];
  });
}

/** The number of mails that the provider accepted more than once. */
export function countDoubled({ arrivals }: ProviderState): number {
  return arrivals.length - new Set(arrivals.map(({ messageId }) => messageId)).size;
}
