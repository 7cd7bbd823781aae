import { randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { openLog } from "../../scripts/launch/log-file.ts";
import { startMysql } from "../../scripts/launch/mysql.ts";
import { ensureMysql } from "../../scripts/launch/mysql-binaries.ts";
import type { Child, Children } from "../../scripts/launch/children.ts";
import { rememberedPort } from "../../scripts/launch/ports.ts";
import { startPostgres } from "../../scripts/launch/postgres.ts";
import type { Progress } from "../../scripts/launch/progress.ts";
import { root } from "../../scripts/launch/project.ts";
import { openSecrets } from "../../scripts/launch/secrets.ts";
import { type Actor, createActor } from "./actor.ts";
import { groupBy } from "./group-by.ts";
import { type Ledger, readLedger } from "./ledger.ts";
import { type Cast, happen, type MishapKind, planMishaps } from "./mishaps.ts";
import type { Confirmed, PeopleOptions } from "./people.ts";
import { planVaults } from "./plan.ts";
import { bundle } from "./programs.ts";
import type { ProviderOptions, Taken } from "./provider.ts";
import { drainStock, prepareStock, readStock, type StockLedger } from "./stock.ts";

export type FaultRun = {
  home: string;
  children: Children;
  progress: Progress;
  seed: string;
  vaults: number;
  seconds: number;
  /** On average one mishap in so many seconds; a process is stopped for at most `longestStop`. */
  mishapEvery: number;
  longestStop: number;
  /** How many attempts at one mail may go wrong at the provider; each costs a wait of the ladder. */
  faultyAttempts: number;
  /** How long everything may take to come to rest, in seconds. */
  patience: number;
  /** The built web, if it takes part; else people use the domain's verbs. */
  web?: string;
};

export type FaultResult = {
  ledger: Ledger;
  stock: StockLedger;
  mishaps: Partial<Record<MishapKind, number>>;
  /** Processes of ours that ended although nobody had killed them. */
  ownEnds: Record<string, number>;
  requests: number;
  settledAfterSeconds: number;
};

/** 5% take the mail and lose the answer; the log lags by a second and fails one question in twenty. */
const PROVIDER: Omit<ProviderOptions, "seed" | "faultyAttempts"> = {
  fates: {
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
/** Longer than the longest answer that takes a mail, and the lag, together: what Mailgun's 120 s are at the scale of a run. */
const LOG_DELAY_SECONDS = 4;

const WEBHOOK_KEY = "key-webhooks";
/** One mail in fifty is taken and comes back; a fifth of what is told is told twice, and all of it late. */
const WEBHOOKS = { bounced: 0.02, repeated: 0.2, lateMs: 8_000 };

export async function runFaults(run: FaultRun): Promise<FaultResult> {
  const { home, children, seed, seconds } = run;
  const programs = await bundle(join(home, "programs"), {
    worker: "worker/index.ts",
    people: "tests/faults/people.ts",
  });
  const secrets = openSecrets(home);
  const binaries = await ensureMysql(children, run.progress);
  const [mysqlServer, postgresServer] = await Promise.all([
    startMysql({ home, children, secrets, binaries }),
    startPostgres({ home, children, secrets }),
  ]);
  const urls = { mysql: mysqlServer.url, postgres: postgresServer.url };
  await empty(urls);

  const node = (name: string, args: string[], env: NodeJS.ProcessEnv) => () =>
    openLog(home, name).opened((handle) =>
      children.start({
        name,
        command: process.execPath,
        args,
        tier: "app",
        options: { cwd: root, env, stdio: ["ignore", handle, handle] },
      }),
    );
  const port = await rememberedPort(home, "web");
  const webhooks = { ...WEBHOOKS, url: `http://127.0.0.1:${port}/webhooks/mailgun`, key: WEBHOOK_KEY };
  const provider = await startProvider(children, {
    ...PROVIDER,
    seed,
    faultyAttempts: run.faultyAttempts,
    ...(run.web && { webhooks }),
  });
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    AMBERKEEP_HOME: home,
    HOST: "127.0.0.1",
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    LOG_LEVEL: "warn",
    DATABASE_URL: urls.mysql,
    WORKER_DATABASE_URL: urls.postgres,
    APP_SECRET: randomBytes(24).toString("hex"),
    VAULT_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
    MAILGUN_URL: provider.url,
    MAILGUN_API_KEY: "key-test",
    MAILGUN_DOMAIN: "mg.example.org",
    MAILGUN_WEBHOOK_KEY: WEBHOOK_KEY,
    MAILGUN_LOG_DELAY_SECONDS: String(LOG_DELAY_SECONDS),
    ...(run.web && { WEB_URL: `http://127.0.0.1:${port}` }),
  };

  const migrations = join(root, "db/migrations");
  const people: PeopleOptions = { seed, vaults: run.vaults, seconds, startedAt: 0, migrations };
  const planned = planVaults(seed, run.vaults, seconds);
  // Writing the vaults takes a while that grows with their number; nothing may be due before all stand.
  people.startedAt = Date.now() + 8_000 + run.vaults * 8;
  await finished(
    node("people", [programs.people, "prepare", JSON.stringify(people)], env)(),
    join(home, "log", "people.log"),
  );
  await prepareStock(urls, planned, people.startedAt);
  await pause(Math.max(0, people.startedAt - Date.now()));

  const confirmations = join(home, "log", "confirmed.log");
  rmSync(confirmations, { force: true });
  const act = (name: string, args: string[]) => {
    const start = node(name, args, env);
    return createActor(name, start, start());
  };
  const cast: Cast = {
    workers: [act("worker-1", [programs.worker]), act("worker-2", [programs.worker])],
    stock: [1, 2].map((number) => act(`stock-${number}`, [join(root, "tests/faults/stock-worker.ts")])) as [
      Actor,
      Actor,
    ],
    web: run.web ? act("web", [run.web]) : undefined,
    people: act("confirmed", [programs.people, "act", JSON.stringify(people)]),
    mysql: createActor("MySQL", mysqlServer.start, mysqlServer.process),
    postgres: createActor("Postgres", postgresServer.start, postgresServer.process),
    urls,
  };

  const mishaps = planMishaps(seed, { seconds, every: run.mishapEvery, longest: run.longestStop });
  const log: string[] = [];
  await Promise.all(
    mishaps.map(async (mishap) => {
      await pause(Math.max(0, people.startedAt + mishap.at * 1_000 - Date.now()));
      await happen(mishap, cast).catch((error: Error) => log.push(`${mishap.kind}: ${error.message}`));
    }),
  );
  await pause(Math.max(0, people.startedAt + seconds * 1_000 - Date.now()));

  // A worker that starts sweeps at once: what the mishaps left behind does not wait for the next full minute.
  await Promise.all(cast.workers.map((worker) => worker.kill(0)));
  const restingSince = Date.now();
  const [settledAfterSeconds] = await Promise.all([
    untilTold(provider.url, run.patience * 1_000)
      .then(() => untilSettled(urls.mysql, run.patience * 1_000))
      .then(() => (Date.now() - restingSince) / 1_000),
    drainStock(urls, run.patience * 1_000).catch((error: Error) => log.push(`draining: ${error.message}`)),
  ]);
  const taken = await takenBy(provider.url);
  const ledger = await readLedger(urls.mysql, taken, readConfirmed(confirmations));
  const stock = await readStock(urls, taken.arrivals);
  const actors = [...cast.workers, cast.web, cast.people, cast.mysql, cast.postgres].filter((one) => one !== undefined);
  const ownEnds = Object.fromEntries(
    actors.filter((one) => one !== cast.people).map((one) => [one.name, one.ownEnds()]),
  );
  await Promise.all([...cast.workers, ...cast.stock, cast.web, cast.people].map((one) => one?.retire()));
  await Promise.all([cast.mysql.retire(), cast.postgres.retire(), provider.process.stop()]);
  const counted = groupBy(mishaps, ({ kind }) => kind);
  return {
    ledger,
    stock,
    mishaps: Object.fromEntries([...counted].map(([kind, list]) => [kind, list.length])),
    ownEnds,
    requests: taken.requests,
    settledAfterSeconds,
  };
}

async function empty(urls: { mysql: string; postgres: string }): Promise<void> {
  const mysql = await createConnection(urls.mysql);
  await mysql.query("DROP DATABASE amberkeep");
  await mysql.query("CREATE DATABASE amberkeep CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
  await mysql.end();
  const postgres = new pg.Client(urls.postgres);
  await postgres.connect();
  for (const schema of ["graphile_worker", "stock"]) await postgres.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await postgres.end();
}

/** The provider of tests/faults/provider.ts, once it listens. */
export async function startProvider(children: Children, options: ProviderOptions) {
  const child = children.start({
    name: "The provider",
    command: process.execPath,
    args: [join(root, "tests/faults/provider.ts"), JSON.stringify(options)],
    tier: "app",
    options: { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
  });
  for await (const chunk of child.stdout ?? []) return { process: child, url: JSON.parse(String(chunk)).url as string };
  throw new Error("The provider did not start.");
}

async function finished(child: Child, logPath: string): Promise<void> {
  const { code } = await child.exited;
  if (code !== 0) throw new Error(`${child.name} ended with ${code}:\n${readFileSync(logPath, "utf8").slice(-3_000)}`);
}

/** The lines of a process that was killed now and then: the last one of a life may be torn. */
function readConfirmed(path: string): Confirmed[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return line.startsWith('{"letter"') ? [JSON.parse(line) as Confirmed] : [];
      } catch {
        return [];
      }
    });
}

const takenBy = async (url: string) => (await (await fetch(`${url}/taken`)).json()) as Taken;

/** Waits until the provider has told everything that it has to tell, or until patience is used up. */
async function untilTold(providerUrl: string, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline && (await takenBy(providerUrl)).untold > 0) await pause(500);
}

/** Waits until nothing is due or under way any more, or until patience is used up. */
async function untilSettled(mysqlUrl: string, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const left = await countUnsettled(mysqlUrl).catch(() => 1);
    if (left === 0) return;
    await pause(500);
  }
}

async function countUnsettled(mysqlUrl: string): Promise<number> {
  const mysql = await createConnection(mysqlUrl);
  try {
    const [rows] = await mysql.query(`
      SELECT (SELECT COUNT(*) FROM memories WHERE state = 'delivering'
          OR (state IN ('scheduled', 'sealed') AND delivery_at <= UTC_TIMESTAMP(3) + INTERVAL 1 HOUR))
        + (SELECT COUNT(*) FROM provider_events WHERE handled_at IS NULL)
        + (SELECT COUNT(*) FROM messages WHERE kind = 'delivery' AND state IN ('queued', 'sending')) AS unsettled`);
    return Number((rows as { unsettled: number }[])[0]?.unsettled);
  } finally {
    await mysql.end();
  }
}
