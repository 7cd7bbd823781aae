import { makeWorkerUtils } from "graphile-worker";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import type { Arrival } from "../harness/mail-provider.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { PlannedVault } from "./vault-plan.ts";

type Urls = { mysql: string; postgres: string };
export type StockLedger = { vaults: number; lost: number; early: number; doubled: number; stuck: number };

const dueOf = (startedAt: number, { dueAfter }: PlannedVault) => new Date(startedAt + dueAfter * 1_000);

/** Enqueues a job for each vault from the start. */
export async function prepareStock(urls: Urls, planned: PlannedVault[], startedAt: number): Promise<void> {
  const mysql = await createConnection(urls.mysql);
  await mysql.query(
    "CREATE TABLE stock_vaults (letter INT PRIMARY KEY, due_at DATETIME(3) NOT NULL, sent_at DATETIME(3))",
  );
  const rows = planned.map((vault) => [
    vault.letter,
    dueOf(startedAt, vault).toISOString().slice(0, -1).replace("T", " "),
  ]);
  for (let from = 0; from < rows.length; from += 1_000) {
    await mysql.query("INSERT INTO stock_vaults (letter, due_at) VALUES ?", [rows.slice(from, from + 1_000)]);
  }
  await mysql.end();
  await enqueueUnsent(urls);
}

export async function enqueueUnsent(urls: Urls): Promise<void> {
  const mysql = await createConnection({ uri: urls.mysql, timezone: "Z" });
  const queue = await makeWorkerUtils({ connectionString: urls.postgres, schema: "stock" });
  try {
    await queue.migrate();
    const [rows] = await mysql.query("SELECT letter, due_at FROM stock_vaults WHERE sent_at IS NULL");
    await queue.addJobs(
      (rows as { letter: number; due_at: Date }[]).map(({ letter, due_at }) => ({
        identifier: "deliver",
        payload: { letter },
        runAt: due_at,
      })),
    );
  } finally {
    await queue.release();
    await mysql.end();
  }
}

/** Unlocks the jobs of dead workers, as an operator would, and waits until none can run. */
export async function drainStock(urls: Urls, timeoutMs: number): Promise<void> {
  const client = new pg.Client(urls.postgres);
  await client.connect();
  await client.query("UPDATE stock._private_jobs SET locked_at = NULL, locked_by = NULL, run_at = now()");
  const isDrained = async () => {
    const { rows } = await client.query(
      "SELECT COUNT(*)::int AS left FROM stock._private_jobs WHERE attempts < max_attempts",
    );
    return rows[0].left === 0;
  };
  await waitUntil(isDrained, { timeoutMs });
  await client.end();
}

export async function readStock(urls: Urls, arrivals: Arrival[]): Promise<StockLedger> {
  const mysql = await createConnection({ uri: urls.mysql, timezone: "Z" });
  const [rows] = await mysql.query("SELECT letter, due_at, sent_at FROM stock_vaults");
  await mysql.end();
  const accepted = Map.groupBy(
    arrivals.filter(({ to }) => to.startsWith("stock-")),
    ({ letter }) => letter,
  );
  const ledger: StockLedger = { vaults: 0, lost: 0, early: 0, doubled: 0, stuck: 0 };
  for (const { letter, due_at, sent_at } of rows as { letter: number; due_at: Date; sent_at: Date | null }[]) {
    const times = (accepted.get(letter) ?? []).map(({ takenAt }) => takenAt);
    ledger.vaults += 1;
    if (times.length === 0) ledger.lost += 1;
    if (times.length > 1) ledger.doubled += times.length - 1;
    if (times.some((at) => at < due_at.getTime())) ledger.early += 1;
    if (times.length > 0 && !sent_at) ledger.stuck += 1;
  }
  return ledger;
}
