import { checkMysql, checkPostgres } from "./given-databases.ts";
import { mysqlFlavour, type Server, startMysql } from "./mysql.ts";
import { ensureMysql } from "./mysql-binaries.ts";
import type { OwnedProcesses } from "./owned-processes.ts";
import { startPostgres } from "./postgres.ts";
import type { Progress } from "./progress.ts";
import type { Secrets } from "./secrets.ts";

export interface DatabaseOptions {
  home: string;
  owned: OwnedProcesses;
  progress: Progress;
  secrets: Secrets;
  /** The settings that name databases of the owner's, and their values. */
  given: { mysql: string | undefined; postgres: string | undefined; forTests?: boolean };
}

export interface Databases {
  mysqlUrl: string;
  postgresUrl: string;
  /** The servers of ours that run for them. */
  servers: Server[];
}

/** Uses the databases that the owner has named, after a check, and starts our own in place of those not named. */
export async function openDatabases({ home, owned, progress, secrets, given }: DatabaseOptions): Promise<Databases> {
  const { mysql, postgres, forTests: disposable = false } = given;
  const prefix = disposable ? "TEST_" : "";
  const binaries = mysql ? undefined : await ensureMysql(owned, progress, mysqlFlavour(home));
  return progress.step(
    "Starting the databases",
    `Databases ready${binaries ? ` (${binaries.flavour} ${binaries.version})` : ""}`,
    async () => {
      const both = await Promise.allSettled([
        mysql ? checkMysql(`${prefix}DATABASE_URL` as "DATABASE_URL", mysql) : undefined,
        postgres ? checkPostgres(`${prefix}WORKER_DATABASE_URL` as "WORKER_DATABASE_URL", postgres) : undefined,
        binaries && startMysql({ home, owned, secrets, binaries, disposable }),
        postgres ? undefined : startPostgres({ home, owned, secrets, disposable }),
      ] as const);
      const failed = both.find((one) => one.status === "rejected");
      if (failed) throw failed.reason;
      const [ownMysql, ownPostgres] = both
        .slice(2)
        .map((one) => (one.status === "fulfilled" ? (one.value as Server | undefined) : undefined));
      return {
        mysqlUrl: mysql ?? ownMysql?.url ?? "",
        postgresUrl: postgres ?? ownPostgres?.url ?? "",
        servers: [ownMysql, ownPostgres].filter((one) => one !== undefined),
      };
    },
  );
}
