import type { Children } from "./children.ts";
import { checkMysql, checkPostgres } from "./given-databases.ts";
import type { Service } from "./keep-running.ts";
import { mysqlFlavour, startMysql } from "./mysql.ts";
import { ensureMysql } from "./mysql-binaries.ts";
import { startPostgres } from "./postgres.ts";
import type { Progress } from "./progress.ts";
import { openSecrets, type Secrets } from "./secrets.ts";
import type { Supervisor } from "./supervisor.ts";

export interface Server extends Service {
  url: string;
}

export interface ServerOptions {
  home: string;
  children: Children;
  secrets: Secrets;
  /** For tests: skips waiting for the disk, and replaces data that does not start. */
  disposable?: boolean;
}

interface DatabaseOptions extends Omit<ServerOptions, "disposable"> {
  progress: Progress;
  given: { mysql: string | undefined; postgres: string | undefined; forTests?: boolean };
}

export interface Databases {
  mysqlUrl: string;
  postgresUrl: string;
  servers: Server[];
}

export async function openDatabases({ progress, given, ...options }: DatabaseOptions): Promise<Databases> {
  const { home, children } = options;
  const disposable = given.forTests ?? false;
  const prefix = disposable ? "TEST_" : "";
  const binaries = given.mysql ? undefined : await ensureMysql(children, progress, mysqlFlavour(home));
  const done = `Databases ready${binaries ? ` (${binaries.flavour} ${binaries.version})` : ""}`;
  return progress.step("Starting the databases", done, async () => {
    // Nothing may still be starting when everything is stopped.
    const [mysql, postgres] = await Promise.allSettled([
      binaries
        ? startMysql({ ...options, binaries, disposable })
        : checkMysql(`${prefix}DATABASE_URL`, given.mysql ?? ""),
      given.postgres
        ? checkPostgres(`${prefix}WORKER_DATABASE_URL`, given.postgres)
        : startPostgres({ ...options, disposable }),
    ]);
    if (mysql.status === "rejected") throw mysql.reason;
    if (postgres.status === "rejected") throw postgres.reason;
    return {
      mysqlUrl: mysql.value?.url ?? given.mysql ?? "",
      postgresUrl: postgres.value?.url ?? given.postgres ?? "",
      servers: [mysql.value, postgres.value].filter((server) => server !== undefined),
    };
  });
}

/** `TEST_DATABASE_URL` and `TEST_WORKER_DATABASE_URL`, or bundled servers. */
export async function openTestDatabases({ home, children, progress }: Supervisor): Promise<Databases> {
  const { TEST_DATABASE_URL: mysql, TEST_WORKER_DATABASE_URL: postgres } = process.env;
  return openDatabases({
    home,
    children,
    progress,
    secrets: openSecrets(home),
    given: { mysql, postgres, forTests: true },
  });
}
