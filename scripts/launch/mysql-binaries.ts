import { dirname, join } from "node:path";
import { findExecutables, probe } from "./commands.ts";
import type { OwnedProcesses } from "./owned-processes.ts";
import type { Progress } from "./progress.ts";
import { Refusal } from "./refusal.ts";
import { installWithApt, installWithoutServices, systemFamily } from "./system-packages.ts";

export interface MysqlBinaries {
  flavour: "MariaDB" | "MySQL";
  version: string;
  server: string;
  /** MariaDB's `mariadb-install-db`; MySQL's server initialises itself. */
  installer?: string;
}

const folders = [
  "/usr/sbin",
  "/usr/bin",
  "/usr/libexec",
  "/usr/lib/mysql/bin",
  "/usr/lib/mysql",
  "/usr/local/sbin",
  "/usr/local/bin",
  "/usr/local/libexec",
  ...["/opt/homebrew", "/usr/local", "/home/linuxbrew/.linuxbrew"].flatMap((brew) =>
    ["mariadb", "mysql"].map((name) => `${brew}/opt/${name}/bin`),
  ),
  "/usr/local/mariadb/bin",
  "/usr/local/mysql/bin",
  "/usr/local/mysql/scripts",
];

/** The server without a service. mariadb-install-db calls my_print_defaults, which the client's package holds. */
const corePackages = [
  ["mariadb-server-core", "mariadb-client-core"],
  ["mariadb-server-core-10.6", "mariadb-client-core-10.6"],
];

const oldest = { MariaDB: [10, 6], MySQL: [8, 0] } as const;

/** Reads the answer of `mysqld --version`; undefined when it is no server we know, or too old for one (no SKIP LOCKED). */
export function parseVersion(answer: string): Pick<MysqlBinaries, "flavour" | "version"> | undefined {
  const [, version, major, minor] = answer.match(/Ver ((\d+)\.(\d+)[.\d]*)/) ?? [];
  if (!version) return undefined;
  const flavour = /mariadb/i.test(answer) ? "MariaDB" : "MySQL";
  const [needMajor, needMinor] = oldest[flavour];
  const isNewEnough = Number(major) > needMajor || (Number(major) === needMajor && Number(minor) >= needMinor);
  return isNewEnough ? { flavour, version } : undefined;
}

/** The first usable server on this machine; of one flavour only, when data of that flavour exists already. */
export async function findMysql(flavour?: string): Promise<MysqlBinaries | undefined> {
  for (const server of findExecutables(["mariadbd", "mysqld"], folders)) {
    const { ok, output } = await probe(server, ["--no-defaults", "--version"]);
    const found = ok ? parseVersion(output) : undefined;
    if (!found || (flavour && found.flavour !== flavour)) continue;
    if (found.flavour === "MySQL") return { ...found, server };
    const beside = [dirname(server), join(dirname(server), "..", "bin"), join(dirname(server), "..", "scripts")];
    const [installer] = findExecutables(["mariadb-install-db", "mysql_install_db"], [...beside, ...folders]);
    if (installer) return { ...found, server, installer };
  }
  return undefined;
}

/**
 * Finds a MySQL or MariaDB server, and on Debian and its relatives installs one if there is none: only the server's program, no
 * service of the system.
 * @throws Refusal that names what to install.
 */
export async function ensureMysql(owned: OwnedProcesses, progress: Progress, flavour?: string): Promise<MysqlBinaries> {
  const found = await findMysql(flavour);
  if (found) return found;
  if (flavour !== "MySQL" && systemFamily().includes("debian")) {
    const installed = await progress
      .step("Installing MariaDB", "MariaDB installed", async () => {
        if (!(await installWithApt(owned, corePackages)))
          await installWithoutServices(owned, ["mariadb-server"], "mariadb");
        const server = await findMysql(flavour);
        if (!server) throw new Error("No server was found after installing one");
        return server;
      })
      .catch(() => undefined);
    if (installed) return installed;
  }
  throw new Refusal(whatToInstall(flavour));
}

function whatToInstall(flavour?: string): string {
  const name = flavour === "MySQL" ? "MySQL 8 or newer" : "MariaDB 10.6 or newer";
  const why = flavour ? ", which wrote the data that is here," : " (or MySQL 8)";
  const command = installCommand(flavour ?? "MariaDB");
  const how = command ? `please run "${command}"` : "please install it";
  return `Amberkeep needs ${name}${why} on this machine: ${how} and start again, or set DATABASE_URL to a server you have.`;
}

/** What installs the server on this system; Debian's own packages have no MySQL. */
function installCommand(flavour: string): string | undefined {
  const family = systemFamily();
  if (process.platform === "darwin") return `brew install ${flavour.toLowerCase()}`;
  if (family.includes("ubuntu") && flavour === "MySQL") return "sudo apt-get install mysql-server-core-8.0";
  if (family.includes("debian") && flavour === "MariaDB") return "sudo apt-get install mariadb-server";
  if (["fedora", "rhel", "centos"].some((one) => family.includes(one)))
    return `sudo dnf install ${flavour.toLowerCase()}-server`;
  return undefined;
}
