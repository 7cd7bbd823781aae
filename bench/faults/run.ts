import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import type { Supervisor } from "../../scripts/launch/supervisor.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { ConfirmedChange } from "./clients.ts";
import { type FaultKind, type FaultPlan, planFaults } from "./faults.ts";
import { inject } from "./inject.ts";
import { type FaultInstallation, type MysqlServers, startInstallation, stopInstallation } from "./installation.ts";
import { type Ledger, readLedger } from "./ledger.ts";
import { drainStock, readStock, type StockLedger } from "./stock-task.ts";

export type FaultRun = Pick<Supervisor, "home" | "children" | "progress"> &
  FaultPlan & {
    seed: string;
    vaults: number;
    transport: "mailgun" | "smtp";
    workers: number;
    /** The program of the web, and how many run; without it, clients call the domain. */
    web?: string;
    webs: number;
    startCluster?: () => Promise<MysqlServers>;
    /** Attempts at one mail that may fail at the provider; each costs a wait of the retry ladder. */
    faultyAttempts: number;
    settleTimeoutSeconds: number;
  };

export type FaultResult = {
  ledger: Ledger;
  stock: StockLedger;
  faults: Partial<Record<FaultKind, InjectedFaults>>;
  rebuiltTables: string[];
  unexpectedExits: Record<string, number>;
  requests: number;
  settledAfterSeconds: number;
};

/** `failed`: could not be injected, mostly since the database was down; with one reason. */
export type InjectedFaults = { injected: number; failed: number; reason?: string };

/** Injects faults during deliveries, and counts what went wrong. */
export async function runFaults(run: FaultRun): Promise<FaultResult> {
  const { seed, seconds } = run;
  const installation = await startInstallation(run);
  const { provider, urls, startedAt } = installation;
  const faults: FaultResult["faults"] = {};
  await Promise.all(
    planFaults(seed, run).map(async (fault) => {
      await pause(Math.max(0, startedAt + fault.at * 1_000 - Date.now()));
      faults[fault.kind] ??= { injected: 0, failed: 0 };
      const counts = faults[fault.kind] as InjectedFaults;
      try {
        counts.injected += 1;
        await inject(fault, installation);
      } catch (error) {
        counts.injected -= 1;
        counts.failed += 1;
        counts.reason ??= (error as Error).message;
      }
    }),
  );
  await pause(Math.max(0, startedAt + seconds * 1_000 - Date.now()));

  // A worker looks for lost messages when it starts, and then only every six hours.
  await Promise.all(installation.workers.map((worker) => worker.kill(0)));
  const faultsEndedAt = Date.now();
  const timeoutMs = run.settleTimeoutSeconds * 1_000;
  const [settledAfterSeconds] = await Promise.all([
    // Its state lists every mail.
    waitUntil(async () => (await provider.state()).pendingEvents === 0, { timeoutMs, everyMs: 5_000 })
      .then(() => waitUntil(() => isSettled(urls.mysql), { timeoutMs }))
      .then(() => (Date.now() - faultsEndedAt) / 1_000),
    drainStock(urls, timeoutMs).catch(() => {}),
  ]);
  const state = await provider.state();
  const ledger = await readLedger(urls.mysql, {
    provider: state,
    confirmed: readConfirmed(installation.clientsLog),
    outages: outagesOf(installation),
  });
  const { reason } = faults["a worker lacks a master key"] ?? {};
  if (reason) ledger.ranWithoutKey.push(reason);
  const stock = await readStock(urls, state.arrivals);
  const unexpectedExits = countUnexpectedExits(installation);
  await stopInstallation(installation);
  const { rebuiltTables } = installation;
  return { ledger, stock, faults, rebuiltTables, unexpectedExits, requests: state.requests, settledAfterSeconds };
}

function outagesOf({ workers, mysql, outages }: FaultInstallation) {
  return [...workers, ...mysql].flatMap((one) => one.outages).concat(outages);
}

/** The last line may be incomplete after each kill. */
function readConfirmed(path: string): ConfirmedChange[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return line.startsWith('{"letter"') ? [JSON.parse(line) as ConfirmedChange] : [];
      } catch {
        return [];
      }
    });
}

/** False while MySQL is down. Messages that failed often, whose next attempt is minutes ahead, are not waited for. */
async function isSettled(mysqlUrl: string): Promise<boolean> {
  try {
    const mysql = await createConnection(mysqlUrl);
    try {
      const [rows] = await mysql.query(`
        SELECT (SELECT COUNT(*) FROM memories
            WHERE state IN ('scheduled', 'sealed') AND delivery_at <= UTC_TIMESTAMP(3) + INTERVAL 1 HOUR)
          + (SELECT COUNT(*) FROM deliveries LEFT JOIN messages ON messages.id = deliveries.message_id
              AND messages.state = 'queued' AND messages.next_attempt_at > UTC_TIMESTAMP(3) + INTERVAL 2 MINUTE
            WHERE deliveries.state = 'queued' AND messages.id IS NULL)
          + (SELECT COUNT(*) FROM provider_events WHERE handle_at IS NOT NULL)
          + (SELECT COUNT(*) FROM messages WHERE follow_up_at IS NOT NULL)
          + (SELECT COUNT(*) FROM messages WHERE kind = 'delivery' AND (state = 'sending'
            OR (state = 'queued' AND next_attempt_at <= UTC_TIMESTAMP(3) + INTERVAL 2 MINUTE))) AS unsettled`);
      return Number((rows as { unsettled: number }[])[0]?.unsettled) === 0;
    } finally {
      await mysql.end();
    }
  } catch {
    return false;
  }
}

/** Leaves out the clients, which end when their plan is done. */
function countUnexpectedExits({ workers, webs, mysql, postgres }: FaultInstallation): Record<string, number> {
  const counted = [...workers, ...webs, ...mysql, postgres];
  return Object.fromEntries(counted.map((one) => [one.name, one.unexpectedExits()]));
}
