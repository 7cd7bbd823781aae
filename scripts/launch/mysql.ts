import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import type { Child } from "./children.ts";
import { runCommand, runOrFail } from "./commands.ts";
import { deleteFolder, startOnData } from "./data-folder.ts";
import type { Server, ServerOptions } from "./databases.ts";
import { LaunchError } from "./launch-error.ts";
import { openLog } from "./log-file.ts";
import type { MysqlBinaries } from "./mysql-binaries.ts";
import { stopOrphans } from "./orphans.ts";
import { rememberedPort } from "./ports.ts";
import { privateFolder } from "./project.ts";
import { untilReady } from "./until-ready.ts";

interface MysqlOptions extends ServerOptions {
  binaries: MysqlBinaries;
}

const asRoot = process.getuid?.() === 0 ? ["--user=root"] : [];
const dataFolder = (home: string) => join(home, "mysql");
const flavourFile = (data: string) => join(data, "amberkeep-flavour");

/** MySQL and MariaDB cannot read each other's data. */
export function mysqlFlavour(home: string): string | undefined {
  const file = flavourFile(dataFolder(home));
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

export async function startMysql(options: MysqlOptions): Promise<Server> {
  const { home, children, disposable, secrets, binaries } = options;
  const data = dataFolder(home);
  await stopOrphans({ argument: `--datadir=${data}` });
  const port = await rememberedPort(home, "mysql");
  const url = `mysql://amberkeep:${secrets.mysqlPassword}@127.0.0.1:${port}/amberkeep`;
  const log = openLog(home, "mysql");

  async function start(): Promise<Child> {
    const setup = writeSetup(options);
    try {
      const child = log.opened((handle) =>
        children.start({
          name: binaries.flavour,
          command: binaries.server,
          args: serverArguments(options, port, setup),
          tier: "database",
          stopTimeoutMs: 60_000,
          options: { cwd: home, stdio: ["ignore", handle, handle] },
        }),
      );
      const ready = await untilReady(child, () => tryLogin(url), 120_000);
      if (ready.ok) return child;
      await child.stop();
      throw new LaunchError(`${binaries.flavour} did not start. The end of ${log.path}:\n${log.tail()}`);
    } finally {
      rmSync(setup, { force: true });
    }
  }
  const initialise = (newData: string) => initialiseData(options, newData);
  const onReplaced = disposable ? deleteFolder : undefined;
  const process = await startOnData({ data, children, onReplaced, initialise, start });
  return { url, start, process, tail: log.tail };
}

async function tryLogin(uri: string): Promise<void> {
  const connection = await createConnection({ uri, connectTimeout: 5_000 });
  await connection.end();
}

async function initialiseData({ children, binaries }: MysqlOptions, newData: string): Promise<void> {
  // mariadb-install-db does not quote its paths, and those through this link have no spaces.
  const link = mkdtempSync(join(tmpdir(), "amberkeep-"));
  const temporary = join(link, "tmp");
  symlinkSync(newData, join(link, "data"));
  mkdirSync(temporary);
  const forMariadb = [
    `--datadir=${join(link, "data")}`,
    "--skip-test-db",
    "--force",
    "--auth-root-authentication-method=socket",
    "--auth-root-socket-user=root",
  ];
  const forMysql = [`--datadir=${newData}`, "--initialize-insecure", ...asRoot, ...mysqlOnly(binaries)];
  try {
    const run = runCommand(children, binaries.installer ?? binaries.server, [
      "--no-defaults",
      `--tmpdir=${temporary}`,
      ...(binaries.installer ? forMariadb : forMysql),
    ]);
    await runOrFail(`${binaries.flavour} could not be initialised:`, run, 10);
    writeFileSync(flavourFile(newData), binaries.flavour);
  } finally {
    rmSync(link, { recursive: true, force: true });
  }
}

/** Runs on every start, before connections are accepted; root may log in only through the socket. */
function writeSetup({ home, secrets, disposable }: MysqlOptions): string {
  const file = join(privateFolder(home, "run"), "mysql-setup.sql");
  const user = "'amberkeep'@'127.0.0.1'";
  const lines = [
    "CREATE DATABASE IF NOT EXISTS amberkeep CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;",
    `CREATE USER IF NOT EXISTS ${user} IDENTIFIED BY '${secrets.mysqlPassword}';`,
    `ALTER USER ${user} IDENTIFIED BY '${secrets.mysqlPassword}';`,
    disposable ? `GRANT ALL ON *.* TO ${user} WITH GRANT OPTION;` : `GRANT ALL ON amberkeep.* TO ${user};`,
    `ALTER USER 'root'@'localhost' IDENTIFIED BY '${secrets.mysqlRootPassword}';`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  return file;
}

/** Only options that both MariaDB 10.6+ and MySQL 8+ know. */
function serverArguments({ home, binaries, disposable }: MysqlOptions, port: number, setup: string): string[] {
  return [
    "--no-defaults",
    ...asRoot,
    `--datadir=${dataFolder(home)}`,
    // Not shared: a starting server deletes all temporary tables there, also those of other servers.
    `--tmpdir=${privateFolder(home, "mysql-tmp")}`,
    `--port=${port}`,
    "--bind-address=127.0.0.1",
    // Relative, since the path of a socket may have only about 100 characters.
    "--socket=mysql.sock",
    "--pid-file=mysql.pid",
    `--init-file=${setup}`,
    "--skip-name-resolve",
    "--skip-log-bin",
    "--character-set-server=utf8mb4",
    "--collation-server=utf8mb4_unicode_ci",
    "--default-time-zone=+00:00",
    "--max-connections=300",
    "--innodb-buffer-pool-size=256M",
    "--performance-schema=OFF",
    `--innodb-flush-log-at-trx-commit=${disposable ? 0 : 1}`,
    ...(disposable ? ["--skip-innodb-doublewrite"] : []),
    ...mysqlOnly(binaries),
  ];
}

const mysqlOnly = ({ flavour }: MysqlBinaries) =>
  flavour === "MySQL" ? ["--mysqlx=OFF", "--secure-file-priv=NULL"] : [];
