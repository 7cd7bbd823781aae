import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import { runOrRefuse, runOwned } from "./commands.ts";
import { removeHalfMade, stopLeftovers } from "./leftovers.ts";
import { openLog } from "./log-file.ts";
import type { MysqlBinaries } from "./mysql-binaries.ts";
import type { OwnedProcess, OwnedProcesses } from "./owned-processes.ts";
import { rememberedPort } from "./ports.ts";
import { privateFolder } from "./project.ts";
import { Refusal } from "./refusal.ts";
import type { Secrets } from "./secrets.ts";
import { untilReady } from "./until-ready.ts";

export interface MysqlOptions {
  home: string;
  owned: OwnedProcesses;
  secrets: Secrets;
  binaries: MysqlBinaries;
  /** For tests: no waiting for the disk, every right for our user, and data that may be thrown away when it does not start. */
  disposable?: boolean;
}

export interface Server {
  url: string;
  /** Starts it again after it has died. */
  start: () => Promise<OwnedProcess>;
  process: OwnedProcess;
}

const isRoot = process.getuid?.() === 0;
const dataFolder = (home: string) => join(home, "mysql");
const flavourFile = (data: string) => join(data, "amberkeep-flavour");

/** Which kind of server wrote the data: the other kind cannot read it. */
export function mysqlFlavour(home: string): string | undefined {
  const file = flavourFile(dataFolder(home));
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** Starts our private MySQL or MariaDB on 127.0.0.1, initialised on the first start, and waits until our user can log in. */
export async function startMysql(options: MysqlOptions): Promise<Server> {
  const { home, owned, disposable } = options;
  const data = dataFolder(home);
  await stopLeftovers({ argument: `--datadir=${data}`, rank: "database" });
  removeHalfMade(home, "mysql");
  if (!existsSync(data)) await initialise(options, data);

  const port = await rememberedPort(home, "mysql");
  const url = `mysql://amberkeep:${options.secrets.mysqlPassword}@127.0.0.1:${port}/amberkeep`;
  const log = openLog(home, "mysql");
  const socket = socketPath(home);
  const start = async () => {
    const setup = writeSetup(options);
    try {
      const args = serverArguments(options, { data, port, socket, setup });
      const child = log.opened((handle) =>
        owned.start({
          name: options.binaries.flavour,
          command: options.binaries.server,
          args,
          rank: "database",
          patience: 60_000,
          options: { cwd: home, stdio: ["ignore", handle, handle] },
        }),
      );
      const ready = await untilReady(child, () => tryLogin(url), 120_000);
      if (ready.ok) return child;
      await child.stop();
      throw new Refusal(`${options.binaries.flavour} did not start; the end of ${log.path} says:\n${log.tail()}`);
    } finally {
      rmSync(setup, { force: true });
    }
  };
  try {
    return { url, start, process: await start() };
  } catch (error) {
    if (!disposable || owned.isStopping()) throw error;
    rmSync(data, { recursive: true, force: true });
    await initialise(options, data);
    return { url, start, process: await start() };
  }
}

async function tryLogin(url: string): Promise<void> {
  const connection = await createConnection({ uri: url, connectTimeout: 5_000 });
  await connection.end();
}

/** Made beside its place and moved there once complete, so that a start killed in between leaves nothing half done. */
async function initialise({ owned, binaries }: MysqlOptions, data: string): Promise<void> {
  const draft = `${data}.new-${randomBytes(4).toString("hex")}`;
  mkdirSync(draft, { mode: 0o700 });
  // mariadb-install-db does not quote its paths; through this link there are no spaces in them.
  const link = mkdtempSync(join(tmpdir(), "amberkeep-"));
  const target = join(link, "data");
  symlinkSync(draft, target);
  const temporary = join(link, "tmp");
  mkdirSync(temporary);
  try {
    const run = binaries.installer
      ? runOwned(owned, binaries.installer, [
          "--no-defaults",
          `--datadir=${target}`,
          `--tmpdir=${temporary}`,
          "--skip-test-db",
          "--force",
          "--auth-root-authentication-method=socket",
          "--auth-root-socket-user=root",
        ])
      : runOwned(owned, binaries.server, [
          "--no-defaults",
          ...(isRoot ? ["--user=root"] : []),
          "--initialize-insecure",
          `--datadir=${draft}`,
          `--tmpdir=${temporary}`,
          ...flavourArguments(binaries),
        ]);
    await runOrRefuse(`${binaries.flavour} could not prepare ${data}:`, run, 10);
    writeFileSync(flavourFile(draft), binaries.flavour);
    renameSync(draft, data);
  } finally {
    rmSync(link, { recursive: true, force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Statements the server runs before it lets anybody in: our database, our user, and a password for root, who is let in by the socket
 * only. As they run on every start, they also repair.
 */
function writeSetup({ home, secrets, disposable }: MysqlOptions): string {
  const file = join(privateFolder(home, "run"), "mysql-setup.sql");
  const ours = "'amberkeep'@'127.0.0.1'";
  const lines = [
    "CREATE DATABASE IF NOT EXISTS amberkeep CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;",
    `CREATE USER IF NOT EXISTS ${ours} IDENTIFIED BY '${secrets.mysqlPassword}';`,
    `ALTER USER ${ours} IDENTIFIED BY '${secrets.mysqlPassword}';`,
    disposable ? `GRANT ALL ON *.* TO ${ours} WITH GRANT OPTION;` : `GRANT ALL ON amberkeep.* TO ${ours};`,
    `ALTER USER 'root'@'localhost' IDENTIFIED BY '${secrets.mysqlRootPassword}';`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  return file;
}

/** Only options that MariaDB 10.6+ and MySQL 8+ both know. */
function serverArguments(
  { home, binaries, disposable }: MysqlOptions,
  { data, port, socket, setup }: { data: string; port: number; socket: string; setup: string },
): string[] {
  return [
    "--no-defaults",
    ...(isRoot ? ["--user=root"] : []),
    `--datadir=${data}`,
    // A server that starts clears the folder of its temporary tables, also of those of others that run there.
    `--tmpdir=${privateFolder(home, "mysql-tmp")}`,
    `--port=${port}`,
    "--bind-address=127.0.0.1",
    `--socket=${socket}`,
    `--pid-file=${join(home, "run", "mysql.pid")}`,
    `--init-file=${setup}`,
    "--skip-name-resolve",
    "--skip-log-bin",
    "--character-set-server=utf8mb4",
    "--collation-server=utf8mb4_unicode_ci",
    "--default-time-zone=+00:00",
    "--max-connections=300",
    "--innodb-buffer-pool-size=256M",
    "--performance-schema=OFF",
    ...(disposable
      ? ["--innodb-flush-log-at-trx-commit=0", "--skip-innodb-doublewrite"]
      : ["--innodb-flush-log-at-trx-commit=1"]),
    ...flavourArguments(binaries),
  ];
}

function flavourArguments({ flavour }: MysqlBinaries): string[] {
  return flavour === "MySQL" ? ["--mysqlx=OFF", "--secure-file-priv=NULL"] : [];
}

/** A socket's path may have about 100 characters, so a long home gets one in the system's folder for temporary files. */
function socketPath(home: string): string {
  const path = join(privateFolder(home, "run"), "mysql.sock");
  if (path.length < 100) return path;
  const hash = createHash("sha256").update(home).digest("hex").slice(0, 8);
  const folder = join(tmpdir(), `amberkeep-${process.getuid?.()}-${hash}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Somebody else may have made a folder of that name in a place that is open to all.
  const isOurs = statSync(folder).uid === process.getuid?.();
  return join(isOurs ? folder : mkdtempSync(join(tmpdir(), "amberkeep-")), "mysql.sock");
}
