import { dirname, join } from "node:path";
import type { Children } from "./children.ts";
import { findExecutables, probe } from "./commands.ts";
import { LaunchError } from "./launch-error.ts";
import type { Progress } from "./progress.ts";
import { installWithApt, systemFamily } from "./system-packages.ts";

export interface MysqlBinaries {
  flavour: "MariaDB" | "MySQL";
  version: string;
  server: string;
  /** MariaDB's `mariadb-install-db`; MySQL's server initialises its data itself. */
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

/** The server without a system service. mariadb-install-db needs my_print_defaults of the client's package. */
const corePackages = [
  ["mariadb-server-core", "mariadb-client-core"],
  ["mariadb-server-core-10.6", "mariadb-client-core-10.6"],
];

/** The first versions with SKIP LOCKED. */
const oldest = { MariaDB: [10, 6], MySQL: [8, 0] } as const;

/** Parses `mysqld --version`; undefined for an unknown or too old server. */
export function parseVersion(output: string): Pick<MysqlBinaries, "flavour" | "version"> | undefined {
  const [, version, major, minor] = output.match(/Ver ((\d+)\.(\d+)[.\d]*)/) ?? [];
  if (!version) return undefined;
  const flavour = /mariadb/i.test(output) ? "MariaDB" : "MySQL";
  const [oldestMajor, oldestMinor] = oldest[flavour];
  const isSupported = Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor);
  return isSupported ? { flavour, version } : undefined;
}

export async function findMysql(flavour?: string): Promise<MysqlBinaries | undefined> {
  for (const server of findExecutables(["mariadbd", "mysqld"], folders)) {
    const { ok, output } = await probe(server, ["--no-defaults", "--version"]);
    const found = ok ? parseVersion(output) : undefined;
    if (!found || (flavour && found.flavour !== flavour)) continue;
    if (found.flavour === "MySQL") return { ...found, server };
    const nearby = [dirname(server), join(dirname(server), "..", "bin"), join(dirname(server), "..", "scripts")];
    const [installer] = findExecutables(["mariadb-install-db", "mysql_install_db"], [...nearby, ...folders]);
    if (installer) return { ...found, server, installer };
  }
  return undefined;
}

/**
 * Finds a MySQL or MariaDB server. On Debian and its relatives, installs MariaDB's program without a service.
 * @throws LaunchError that says what to install
 */
export async function ensureMysql(children: Children, progress: Progress, flavour?: string): Promise<MysqlBinaries> {
  const found = await findMysql(flavour);
  if (found) return found;
  if (flavour !== "MySQL" && systemFamily().includes("debian")) {
    const install = async () => {
      await installWithApt(children, corePackages);
      const server = await findMysql(flavour);
      if (!server) throw new Error("No server was found after installing one");
      return server;
    };
    const installed = await progress.step("Installing MariaDB", "MariaDB installed", install).catch(() => undefined);
    if (installed) return installed;
  }
  const name = flavour === "MySQL" ? "MySQL 8 or newer" : "MariaDB 10.6 or newer";
  const why = flavour ? ", which wrote the existing data," : " (or MySQL 8)";
  const command = installCommand(flavour ?? "MariaDB");
  throw new LaunchError(
    `Amberkeep needs ${name}${why} on this machine: ${command ? `run "${command}"` : "install it"} and start again, or set DATABASE_URL to your own server.`,
  );
}

function installCommand(flavour: string): string | undefined {
  const family = systemFamily();
  if (process.platform === "darwin") return `brew install ${flavour.toLowerCase()}`;
  if (family.includes("ubuntu") && flavour === "MySQL") return "sudo apt-get install mysql-server-core-8.0";
  if (family.includes("debian") && flavour === "MariaDB") return "sudo apt-get install mariadb-server";
  if (["fedora", "rhel", "centos"].some((one) => family.includes(one))) {
    return `sudo dnf install ${flavour.toLowerCase()}-server`;
  }
  return undefined;
}
