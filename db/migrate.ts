import { setTimeout as pause } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Connection } from "mysql2/promise";
import { connect } from "./connect";
import { driverErrorCode, holdLease } from "./lease";
import { checkOnline, isSliced, limitOf, withLimit } from "./online";

const ALREADY_DONE = new Set([
  "ER_TABLE_EXISTS_ERROR",
  "ER_DUP_FIELDNAME",
  "ER_DUP_KEYNAME",
  "ER_FK_DUP_NAME",
  "ER_DUP_CONSTRAINT_NAME",
  "ER_CANT_DROP_FIELD_OR_KEY",
  "ER_BAD_TABLE_ERROR",
]);

const IN_USE = new Set(["ER_LOCK_WAIT_TIMEOUT", "ER_LOCK_DEADLOCK"]);
/** While a statement waits for a table that is in use, all that comes after it waits as well. */
const LOCK_WAIT_SECONDS = 2;
const LOCK_WAITS_MAX = 300;
/** In milliseconds, between two waits and between two slices. */
const REST_MS = 1_000;
const SLICE_REST_MS = 20;
/** In milliseconds. A slice holds its rows for as long as it takes, and others may be waiting for them. */
const SLICE_MAX_MS = 200;

/**
 * Safe to run from several machines at once and to be killed: MySQL cannot roll back DDL, so each statement is recorded
 * and the next run resumes there. After the first migration, statements have to leave the tables usable
 * (`checkOnline`).
 * @throws Error when another migration runs for more than a minute, or a table is in use for ten
 */
export async function migrate(url: string, folder: string): Promise<void> {
  const { pool } = connect(url, 2);
  try {
    await holdLease(pool.promise(), "migration", async (lease) => {
      // Opened only now, as waiting for the lease may take longer than the 20 seconds after which a silent connection
      // is closed.
      const connection = await pool.promise().getConnection();
      await connection.query(`SET SESSION lock_wait_timeout = ${LOCK_WAIT_SECONDS}`);
      await setCollation(connection);
      await connection.query(
        "CREATE TABLE IF NOT EXISTS schema_migrations (created_at BIGINT PRIMARY KEY, statements_done INT NOT NULL)",
      );
      const migrations = readMigrationFiles({ migrationsFolder: folder });
      for (const { sql } of migrations.slice(1)) checkOnline(sql);
      for (const { folderMillis, sql } of migrations) {
        await applyMigration(connection, folderMillis, sql, lease.check);
      }
      connection.release();
    });
  } finally {
    await pool.promise().end();
  }
}

/**
 * In the default collations é equals e. Skipped where it is set already: on MySQL, `ALTER DATABASE` waits for every
 * transaction that uses one of its tables.
 */
async function setCollation(connection: Connection): Promise<void> {
  const [rows] = await connection.query(
    "SELECT default_collation_name AS collation FROM information_schema.schemata WHERE schema_name = DATABASE()",
  );
  if ((rows as { collation: string }[])[0]?.collation === "utf8mb4_bin") return;
  await whenUnlocked(connection, "ALTER DATABASE CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
}

async function applyMigration(
  connection: Connection,
  createdAt: number,
  statements: string[],
  checkLease: () => void,
): Promise<void> {
  await connection.query("INSERT IGNORE INTO schema_migrations VALUES (?, 0)", [createdAt]);
  const [rows] = await connection.query("SELECT statements_done AS done FROM schema_migrations WHERE created_at = ?", [
    createdAt,
  ]);
  const done = Number((rows as { done: number }[])[0]?.done);
  for (const [index, statement] of statements.entries()) {
    if (index < done) continue;
    checkLease();
    await applyStatement(connection, statement, { mayBeDone: index === done, checkLease });
    await connection.query("UPDATE schema_migrations SET statements_done = ? WHERE created_at = ?", [
      index + 1,
      createdAt,
    ]);
  }
}

/** Only the first statement of a run can have run without being recorded. */
async function applyStatement(
  connection: Connection,
  statement: string,
  { mayBeDone, checkLease }: { mayBeDone: boolean; checkLease: () => void },
): Promise<void> {
  try {
    if (isSliced(statement)) await applyInSlices(connection, statement, checkLease);
    else await whenUnlocked(connection, statement);
  } catch (error) {
    if (!mayBeDone || !isDone(error)) throw error;
  }
}

/** MariaDB tells by the number alone that a foreign key exists already. */
const isDone = (error: unknown) =>
  ALREADY_DONE.has(driverErrorCode(error)) ||
  (driverErrorCode(error) === "ER_CANT_CREATE_TABLE" && String(error).includes("errno: 121 "));

/**
 * Slices get smaller while they take long, as on a busy machine, but not smaller than a tenth: finding the rows may be
 * what takes long, while another transaction keeps old versions of them.
 */
async function applyInSlices(connection: Connection, statement: string, checkLease: () => void): Promise<void> {
  const most = limitOf(statement);
  let rows = most;
  for (;;) {
    const startedAt = performance.now();
    const changed = await whenUnlocked(connection, withLimit(statement, rows));
    if (changed === 0) return;
    const took = performance.now() - startedAt;
    rows = took > SLICE_MAX_MS ? Math.max(Math.ceil(rows / 2), Math.ceil(most / 10)) : Math.min(rows * 2, most);
    checkLease();
    await pause(SLICE_REST_MS);
  }
}

/** Gives way to other users of the table, and tries again. Returns the number of changed rows. */
async function whenUnlocked(connection: Connection, statement: string): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [result] = await connection.query(statement);
      return "affectedRows" in result ? result.affectedRows : 0;
    } catch (error) {
      if (!IN_USE.has(driverErrorCode(error)) || attempt === LOCK_WAITS_MAX) throw error;
      await pause(REST_MS);
    }
  }
}
