import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { makeWorkerUtils } from "graphile-worker";
import { type Connection, createConnection, type RowDataPacket } from "mysql2/promise";
import type { FaultInstallation } from "./installation.ts";

const MAINTENANCE = ["purge_expired", "check_address_health", "take_next_steps", "add_tallies", "sweep_uploads"];
/** Concurrent jobs of each task: more than the workers have slots. */
const PILE = 8;

/** The application's account cannot write, as on a replica or after a failover. */
export async function makeReadOnly(installation: FaultInstallation, ms: number): Promise<void> {
  await asRoot(installation, async (root) => {
    await root.query("SET GLOBAL read_only = ON");
    await pause(ms);
    // A server that was killed meanwhile has forgotten it.
    await root.query("SET GLOBAL read_only = OFF").catch(() => {});
  });
}

/** Every write waits, as during a backup that locks, or on a disk that hangs. */
export async function lockTables(installation: FaultInstallation, ms: number): Promise<void> {
  await asRoot(installation, async (root) => {
    await root.query("FLUSH TABLES WITH READ LOCK");
    await pause(ms);
    await root.query("UNLOCK TABLES").catch(() => {});
  });
}

/**
 * Files of the database cannot grow. MariaDB 10.11 ends itself when that happens in a rollback, and may have entries in
 * its indexes afterwards that have no rows: an operator's `ALTER TABLE … FORCE` removes them (docs/operations.md).
 */
export async function fillDisk(installation: FaultInstallation, ms: number): Promise<void> {
  const { disk } = installation;
  if (!disk) throw new Error("the database has no disk of its own here");
  await duringOutage(installation, async () => {
    try {
      await disk.fill();
      await pause(ms);
    } finally {
      await disk.makeRoom();
    }
    await rebuildDamaged(installation);
  });
}

const REBUILD_FOR_MS = 120_000;

async function rebuildDamaged({ rootLogin, urls, rebuiltTables }: FaultInstallation): Promise<void> {
  const database = new URL(urls.mysql).pathname.slice(1);
  const deadline = Date.now() + REBUILD_FOR_MS;
  for (;;) {
    try {
      const root = await createConnection({ ...rootLogin, database });
      root.on("error", () => {});
      try {
        rebuiltTables.push(...(await rebuildIn(root)));
      } finally {
        root.destroy();
      }
      return;
    } catch (error) {
      // The server is starting, or another fault killed it.
      if (Date.now() > deadline) throw error;
      await pause(500);
    }
  }
}

async function rebuildIn(root: Connection): Promise<string[]> {
  const [tables] = await root.query<RowDataPacket[]>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()",
  );
  const rebuilt: string[] = [];
  for (const { name } of tables) {
    const [results] = await root.query<RowDataPacket[]>("CHECK TABLE ??", [name]);
    if (results.at(-1)?.Msg_text === "OK") continue;
    await root.query("ALTER TABLE ?? FORCE", [name]);
    rebuilt.push(name);
  }
  return rebuilt;
}

async function asRoot(installation: FaultInstallation, work: (root: Connection) => Promise<void>): Promise<void> {
  if (!installation.rootLogin) throw new Error("this fault needs a root login, which a cluster run does not have");
  const root = await createConnection(installation.rootLogin);
  root.on("error", () => {});
  await duringOutage(installation, () => work(root)).finally(() => root.destroy());
}

async function duringOutage({ outages }: FaultInstallation, work: () => Promise<void>): Promise<void> {
  const outage = { name: "MySQL", kind: "suspend" as const, from: Date.now(), to: Number.POSITIVE_INFINITY };
  outages.push(outage);
  try {
    await work();
  } finally {
    outage.to = Date.now();
  }
}

/** A process takes the locks of senders and vaults, and is frozen. */
export async function holdLocks({ startLockHolder }: FaultInstallation, ms: number): Promise<void> {
  const holder = startLockHolder();
  if (!holder.stdout) throw new Error("the lock holder has no output");
  const locked = once(holder.stdout, "data");
  await Promise.race([locked, holder.exited]);
  if (!holder.isRunning()) throw new Error("the lock holder got no locks");
  process.kill(holder.pid, "SIGSTOP");
  await pause(ms);
  process.kill(holder.pid, "SIGKILL");
  await holder.exited;
}

export async function pileUpMaintenance({ urls }: FaultInstallation): Promise<void> {
  const queue = await makeWorkerUtils({ connectionString: urls.postgres });
  try {
    for (const identifier of MAINTENANCE) {
      await queue.addJobs(Array.from({ length: PILE }, () => ({ identifier, payload: {} })));
    }
  } finally {
    await queue.release();
  }
}
