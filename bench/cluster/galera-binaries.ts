import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Children } from "../../scripts/launch/children.ts";
import { findExecutables, runCommand } from "../../scripts/launch/commands.ts";
import { LaunchError } from "../../scripts/launch/launch-error.ts";
import { findMysql, type MysqlBinaries } from "../../scripts/launch/mysql-binaries.ts";
import type { Progress } from "../../scripts/launch/progress.ts";
import { installWithApt, systemFamily } from "../../scripts/launch/system-packages.ts";

export type GaleraBinaries = {
  mysql: MysqlBinaries;
  /** The library that connects the nodes. */
  provider: string;
  /** Has the scripts that copy the state of a node, which MariaDB runs. */
  scripts: string;
};

const PROVIDERS = [
  "/usr/lib/galera/libgalera_smm.so",
  "/usr/lib64/galera-4/libgalera_smm.so",
  "/usr/lib64/galera/libgalera_smm.so",
];
const SCRIPTS = ["wsrep_sst_common", "wsrep_sst_rsync"];
/** Of our copy of `wsrep_sst_rsync`: MariaDB prefers an installed script to one of the same name on its PATH. */
export const SST_METHOD = "copied_rsync";
const PACKAGES = ["mariadb-server-core", "mariadb-client-core", "galera-4", "rsync", "socat", "lsof", "iproute2"];

/**
 * Finds MariaDB with Galera. On Debian and its relatives, installs it without a service.
 * @throws LaunchError that says what is missing
 */
export async function ensureGalera(children: Children, progress: Progress, home: string): Promise<GaleraBinaries> {
  const scripts = join(home, "galera-scripts");
  const find = async () => {
    const mysql = await findMysql("MariaDB");
    const provider = PROVIDERS.find(existsSync);
    const hasTools = ["rsync", "lsof"].every((tool) => findExecutables([tool]).length > 0);
    if (!mysql || !provider || !hasTools || !copyScripts(scripts)) return undefined;
    return { mysql, provider, scripts };
  };
  const install = async () => {
    if (systemFamily().includes("debian") && (await installWithApt(children, [PACKAGES]))) {
      await unpackScripts(children, scripts);
    }
    return find();
  };
  const found =
    (await find()) ?? (await progress.step("Looking for MariaDB with Galera", "Looked for Galera", install));
  if (found) return found;
  throw new LaunchError(
    "The cluster was not started: it needs MariaDB with Galera on this machine (on Debian: mariadb-server, galera-4, rsync, lsof).",
  );
}

/** From an installed MariaDB, or from the package that was unpacked earlier. */
function copyScripts(folder: string): boolean {
  const [installed] = findExecutables(["wsrep_sst_rsync"], ["/usr/bin", "/usr/libexec", "/usr/local/bin"]);
  const source = installed ? dirname(installed) : join(folder, "package/usr/bin");
  if (!SCRIPTS.every((name) => existsSync(join(source, name)))) return false;
  mkdirSync(folder, { recursive: true });
  for (const name of SCRIPTS) {
    copyFileSync(join(source, name), join(folder, name));
    chmodSync(join(folder, name), 0o755);
  }
  const text = readFileSync(join(folder, "wsrep_sst_rsync"), "utf8");
  // Started by root, rsync's daemon would switch to the account "nobody", which cannot write here.
  const asRoot = text.replace(/^use chroot = no$/m, "uid = root\ngid = root\nuse chroot = no");
  writeFileSync(join(folder, `wsrep_sst_${SST_METHOD}`), process.getuid?.() === 0 ? asRoot : text, { mode: 0o755 });
  return true;
}

/** Extracts the scripts from Debian's package, which would install a service. */
async function unpackScripts(children: Children, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await runCommand(children, "apt-get", ["-qq", "download", "mariadb-server"], { cwd: folder });
  const archive = readdirSync(folder).find((name) => name.endsWith(".deb"));
  if (archive) await runCommand(children, "dpkg", ["-x", archive, "package"], { cwd: folder });
}
