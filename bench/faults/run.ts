import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import type { Child } from "../../scripts/launch/children.ts";
import { openLog } from "../../scripts/launch/log-file.ts";
import { startMysql } from "../../scripts/launch/mysql.ts";
import { ensureMysql } from "../../scripts/launch/mysql-binaries.ts";
import { rememberedPort } from "../../scripts/launch/ports.ts";
import { startPostgres } from "../../scripts/launch/postgres.ts";
import { root } from "../../scripts/launch/project.ts";
import { openSecrets } from "../../scripts/launch/secrets.ts";
import type { Supervisor } from "../../scripts/launch/supervisor.ts";
import { bundle } from "../harness/bundle.ts";
import { productionEnv } from "../harness/installation.ts";
import { type ProviderOptions, startMailProvider } from "../harness/mail-provider.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { ClientOptions, ConfirmedChange } from "./clients.ts";
import { inject, type Processes, planFaults } from "./faults.ts";
import { type Ledger, readLedger } from "./ledger.ts";
import { drainStock, prepareStock, readStock, type StockLedger } from "./stock-task.ts";
import { supervise } from "./supervised-process.ts";
import { planVaults } from "./vault-plan.ts";

export type FaultRun = Pick<Supervisor, "home" | "children" | "progress"> & {
  seed: string;
  vaults: number;
  seconds: number;
  /** The average time between faults, and the longest suspension. */
  everySeconds: number;
  maxSuspendSeconds: number;
  /** Attempts at one mail that may fail at the provider; each costs a wait of the retry ladder. */
  faultyAttempts: number;
  settleTimeoutSeconds: number;
  web?: string;
};

export type FaultResult = {
  ledger: Ledger;
  stock: StockLedger;
  faults: Record<string, number>;
  unexpectedExits: Record<string, number>;
  requests: number;
  settledAfterSeconds: number;
};

/** Loses 5% of the answers after accepting; the log lags by a second and fails one query in twenty. */
const PROVIDER: Omit<ProviderOptions, "seed" | "faultyAttempts"> = {
  outcomes: {
    ok: 78,
    slow: 3,
    too_many: 4,
    server_error: 4,
    close: 3,
    timeout: 2.5,
    bad_request: 0.5,
    accept_then_server_error: 2,
    accept_then_close: 1.5,
    accept_then_timeout: 1.5,
  },
  delayMs: [5, 60],
  logLagMs: 1_000,
  logFaults: 0.05,
};
/** Longer than the slowest accepting answer plus the log's lag, as Mailgun's 120 s are in production. */
const LOG_DELAY_SECONDS = 4;

const WEBHOOK_KEY = "key-webhooks";
/** One mail in fifty bounces; a fifth of the events are sent twice, and all of them late. */
const WEBHOOKS = { bounced: 0.02, repeated: 0.2, maxDelayMs: 8_000 };

/** Kills and stops processes and databases during deliveries, and counts what went wrong. */
export async function runFaults(run: FaultRun): Promise<FaultResult> {
  const { home, children, seed, vaults, seconds } = run;
  const programs = await bundle(join(home, "programs"), {
    worker: "worker/index.ts",
    clients: "bench/faults/clients.ts",
  });
  const secrets = openSecrets(home);
  const binaries = await ensureMysql(children, run.progress);
  const [mysqlServer, postgresServer] = await Promise.all([
    startMysql({ home, children, secrets, binaries }),
    startPostgres({ home, children, secrets }),
  ]);
  const urls = { mysql: mysqlServer.url, postgres: postgresServer.url };
  await emptyDatabases(urls);

  const port = await rememberedPort(home, "web");
  const webUrl = `http://127.0.0.1:${port}`;
  const webhooks = { ...WEBHOOKS, url: `${webUrl}/webhooks/mailgun`, key: WEBHOOK_KEY };
  const provider = await startMailProvider(children, {
    ...PROVIDER,
    seed,
    faultyAttempts: run.faultyAttempts,
    ...(run.web && { webhooks }),
  });
  const env: NodeJS.ProcessEnv = {
    ...productionEnv(home, port, urls),
    ...provider.env,
    MAILGUN_WEBHOOK_KEY: WEBHOOK_KEY,
    MAILGUN_LOG_DELAY_SECONDS: String(LOG_DELAY_SECONDS),
    ...(run.web && { WEB_URL: webUrl }),
  };
  const start = (name: string, args: string[]) => () =>
    openLog(home, name).opened((handle) =>
      children.start({
        name,
        command: process.execPath,
        args,
        tier: "app",
        options: { cwd: root, env, stdio: ["ignore", handle, handle] },
      }),
    );
  const logOf = (name: string) => join(home, "log", `${name}.log`);

  // Nothing may be due before all vaults are written, which takes longer the more there are.
  const startedAt = Date.now() + 8_000 + vaults * 8;
  const clients = (command: ClientOptions["command"]) => {
    const options: ClientOptions = {
      command,
      seed,
      vaults,
      seconds,
      startedAt,
      migrations: join(root, "db/migrations"),
    };
    return [programs.clients, JSON.stringify(options)];
  };
  await finished(start("prepare", clients("prepare"))(), logOf("prepare"));
  await prepareStock(urls, planVaults(seed, vaults, seconds), startedAt);
  await pause(Math.max(0, startedAt - Date.now()));

  rmSync(logOf("clients"), { force: true });
  const supervised = (name: string, args: string[]) => {
    const restart = start(name, args);
    return supervise(name, restart, restart());
  };
  const stockWorker = [join(root, "bench/faults/stock-worker.ts")];
  const processes: Processes = {
    workers: [supervised("worker-1", [programs.worker]), supervised("worker-2", [programs.worker])],
    stock: [supervised("stock-1", stockWorker), supervised("stock-2", stockWorker)],
    web: run.web ? supervised("web", [run.web]) : undefined,
    clients: supervised("clients", clients("run")),
    mysql: supervise("MySQL", mysqlServer.start, mysqlServer.process),
    postgres: supervise("Postgres", postgresServer.start, postgresServer.process),
    urls,
  };

  const faults = planFaults(seed, run);
  await Promise.all(
    faults.map(async (fault) => {
      await pause(Math.max(0, startedAt + fault.at * 1_000 - Date.now()));
      // Dropping the queue fails while Postgres is down.
      await inject(fault, processes).catch(() => {});
    }),
  );
  await pause(Math.max(0, startedAt + seconds * 1_000 - Date.now()));

  // A worker sweeps when it starts, instead of at the next full minute.
  await Promise.all(processes.workers.map((worker) => worker.kill(0)));
  const faultsEndedAt = Date.now();
  const timeoutMs = run.settleTimeoutSeconds * 1_000;
  const [settledAfterSeconds] = await Promise.all([
    waitUntil(async () => (await provider.state()).pendingEvents === 0, { timeoutMs })
      .then(() => waitUntil(() => isSettled(urls.mysql), { timeoutMs }))
      .then(() => (Date.now() - faultsEndedAt) / 1_000),
    drainStock(urls, timeoutMs).catch(() => {}),
  ]);
  const state = await provider.state();
  const ledger = await readLedger(urls.mysql, state, readConfirmed(logOf("clients")));
  const stock = await readStock(urls, state.arrivals);
  const unexpectedExits = countUnexpectedExits(processes);
  await stopAll(processes, provider.process);
  const byKind = Map.groupBy(faults, ({ kind }) => kind);
  return {
    ledger,
    stock,
    faults: Object.fromEntries([...byKind].map(([kind, list]) => [kind, list.length])),
    unexpectedExits,
    requests: state.requests,
    settledAfterSeconds,
  };
}

async function emptyDatabases(urls: { mysql: string; postgres: string }): Promise<void> {
  const mysql = await createConnection(urls.mysql);
  await mysql.query("DROP DATABASE amberkeep");
  await mysql.query("CREATE DATABASE amberkeep CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
  await mysql.end();
  const postgres = new pg.Client(urls.postgres);
  await postgres.connect();
  for (const schema of ["graphile_worker", "stock"]) await postgres.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await postgres.end();
}

async function finished(child: Child, logPath: string): Promise<void> {
  const { code } = await child.exited;
  if (code !== 0) throw new Error(`${child.name} ended with ${code}:\n${readFileSync(logPath, "utf8").slice(-3_000)}`);
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

/** False while MySQL is down. */
async function isSettled(mysqlUrl: string): Promise<boolean> {
  try {
    const mysql = await createConnection(mysqlUrl);
    try {
      const [rows] = await mysql.query(`
        SELECT (SELECT COUNT(*) FROM memories
            WHERE state IN ('scheduled', 'sealed') AND delivery_at <= UTC_TIMESTAMP(3) + INTERVAL 1 HOUR)
          + (SELECT COUNT(*) FROM deliveries WHERE state = 'queued')
          + (SELECT COUNT(*) FROM provider_events WHERE handle_at IS NOT NULL)
          + (SELECT COUNT(*) FROM messages WHERE follow_up_at IS NOT NULL)
          + (SELECT COUNT(*) FROM messages WHERE kind = 'delivery' AND state IN ('queued', 'sending')) AS unsettled`);
      return Number((rows as { unsettled: number }[])[0]?.unsettled) === 0;
    } finally {
      await mysql.end();
    }
  } catch {
    return false;
  }
}

/** Leaves out the clients, which end when their plan is done. */
function countUnexpectedExits({ workers, web, mysql, postgres }: Processes): Record<string, number> {
  const counted = [...workers, ...(web ? [web] : []), mysql, postgres];
  return Object.fromEntries(counted.map((one) => [one.name, one.unexpectedExits()]));
}

async function stopAll({ workers, stock, web, clients, mysql, postgres }: Processes, provider: Child) {
  await Promise.all([...workers, ...stock, web, clients].map((one) => one?.stop()));
  await Promise.all([mysql.stop(), postgres.stop(), provider.stop()]);
}
