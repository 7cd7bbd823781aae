import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "mysql2/promise";

/** `GET_LOCK` is known to one server of a cluster only; a row is known to all. */
const LEASE_SECONDS = 30;
const RENEW_EVERY_MS = 5_000;
const WAIT_MS = 60_000;
const ASK_EVERY_MS = 100;

/** A cluster rolls back one of two concurrent changes of a row, and a table may be made by both. */
const LOST_RACE = new Set(["ER_LOCK_DEADLOCK", "ER_LOCK_WAIT_TIMEOUT", "ER_TABLE_EXISTS_ERROR"]);

/**
 * Runs `work` in one process at a time, across all machines. A killed process's lease ends after half a minute. `check`
 * throws when the lease could not be renewed in time.
 * @param name at most 40 characters
 * @throws Error when another holds it for more than a minute
 */
export async function holdLease<Result>(
  pool: Pool,
  name: string,
  work: (lease: { check: () => void }) => Promise<Result>,
): Promise<Result> {
  const holder = randomUUID();
  await take(pool, name, holder);
  let renewedAt = performance.now();
  const renewal = setInterval(() => {
    const begunAt = performance.now();
    renew(pool, name, holder).then(
      (isHeld) => {
        if (isHeld) renewedAt = begunAt;
      },
      () => {},
    );
  }, RENEW_EVERY_MS);
  const check = () => {
    if (performance.now() - renewedAt > LEASE_SECONDS * 1_000) throw new Error(`The lease "${name}" was lost.`);
  };
  try {
    return await work({ check });
  } finally {
    clearInterval(renewal);
    // If this fails, the lease ends by itself.
    await pool.query("DELETE FROM leases WHERE name = ? AND holder = ?", [name, holder]).catch(() => {});
  }
}

async function take(pool: Pool, name: string, holder: string): Promise<void> {
  const givenUpAt = performance.now() + WAIT_MS;
  while (!(await tryAcquire(pool, name, holder))) {
    if (performance.now() > givenUpAt) throw new Error(`The lease "${name}" was held by another process for a minute.`);
    await pause(ASK_EVERY_MS);
  }
}

async function tryAcquire(pool: Pool, name: string, holder: string): Promise<boolean> {
  try {
    await pool.query("INSERT IGNORE INTO leases VALUES (?, ?, UTC_TIMESTAMP(3) + INTERVAL ? SECOND)", [
      name,
      holder,
      LEASE_SECONDS,
    ]);
    await pool.query(
      "UPDATE leases SET holder = ?, until = UTC_TIMESTAMP(3) + INTERVAL ? SECOND WHERE name = ? AND until < UTC_TIMESTAMP(3)",
      [holder, LEASE_SECONDS, name],
    );
    return await renew(pool, name, holder);
  } catch (error) {
    const code = driverErrorCode(error);
    if (code === "ER_NO_SUCH_TABLE") await createTable(pool);
    else if (!LOST_RACE.has(code)) throw error;
    return false;
  }
}

/** Before the first migration, which needs a lease itself. */
async function createTable(pool: Pool): Promise<void> {
  try {
    await pool.query(
      "CREATE TABLE IF NOT EXISTS leases (name VARCHAR(40) PRIMARY KEY, holder VARCHAR(40) NOT NULL, until DATETIME(3) NOT NULL) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
    );
  } catch (error) {
    const code = driverErrorCode(error);
    if (!LOST_RACE.has(code)) throw error;
  }
}

async function renew(pool: Pool, name: string, holder: string): Promise<boolean> {
  const [result] = await pool.query(
    "UPDATE leases SET until = UTC_TIMESTAMP(3) + INTERVAL ? SECOND WHERE name = ? AND holder = ?",
    [LEASE_SECONDS, name, holder],
  );
  return "affectedRows" in result && result.affectedRows === 1;
}

export function driverErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
