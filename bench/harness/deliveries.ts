import { createPool, type Pool, type RowDataPacket } from "mysql2/promise";
import type { Bench } from "./bench.ts";
import { type Installation, withInstallation } from "./installation.ts";
import { type ProviderOptions, type ProviderState, RELIABLE, startMailProvider } from "./mail-provider.ts";
import { runProgram } from "./programs.ts";

export type Deliveries = {
  installation: Installation;
  pool: Pool;
  provider: () => Promise<ProviderState>;
};

type Options = { settings?: Record<string, string>; provider?: Partial<ProviderOptions> };

/** The mail provider accepts every mail at once by default. */
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
  first: number;
  count: number;
  /** In milliseconds since 1970. Without it, all are due now and their jobs are enqueued. */
  dueFrom?: number;
  /** In milliseconds, from the first due letter to the last. */
  overMs?: number;
};

export async function writeLetters(bench: Bench, { installation }: Deliveries, letters: Letters): Promise<void> {
  await runProgram(bench, "write-letters", { env: installation.env, input: letters });
}

/** `lateness` is in milliseconds; `seconds` until all were done. */
export type EmptyTasks = { lateness: number[]; seconds: number };

/** The reference: graphile-worker with its defaults and empty tasks, on the worker's core. */
export function runEmptyTasks(bench: Bench, { installation }: Deliveries, count: number, overMs: number) {
  return runProgram<EmptyTasks>(bench, "run-empty-tasks", {
    env: installation.env,
    core: 0,
    input: { count, overMs },
  });
}

/** In milliseconds, of letters from `first` on that the provider accepted; negative is early. */
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

/** Mails that the provider accepted more than once. */
export function countDoubled({ arrivals }: ProviderState): number {
  return arrivals.length - new Set(arrivals.map(({ messageId }) => messageId)).size;
}
