import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Connection, RowDataPacket } from "mysql2/promise";
import { connect } from "./connect";

const ALREADY_DONE = new Set([
  "ER_TABLE_EXISTS_ERROR",
  "ER_DUP_FIELDNAME",
  "ER_DUP_KEYNAME",
  "ER_FK_DUP_NAME",
  "ER_DUP_CONSTRAINT_NAME",
]);

/**
 * Safe to run from several machines at once and to be killed: MySQL cannot roll back DDL, so each statement is recorded
 * and the next run resumes there. @throws Error when another migration holds the lock for more than a minute
 */
export async function migrate(url: string, folder: string): Promise<void> {
  const { pool } = connect(url, 1);
  const connection = await pool.promise().getConnection();
  try {
    const [[lock]] = await connection.query<RowDataPacket[]>("SELECT GET_LOCK('amberkeep.migrate', 60) AS held");
    if (lock?.held !== 1) throw new Error("Another migration is running; it did not finish within a minute.");
    // In the default collations é equals e.
    await connection.query("ALTER DATABASE CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    await connection.query(
      "CREATE TABLE IF NOT EXISTS schema_migrations (created_at BIGINT PRIMARY KEY, statements_done INT NOT NULL)",
    );
    for (const { folderMillis, sql } of readMigrationFiles({ migrationsFolder: folder })) {
      await applyMigration(connection, folderMillis, sql);
    }
  } finally {
    connection.release();
    await pool.promise().end();
  }
}

async function applyMigration(connection: Connection, createdAt: number, statements: string[]): Promise<void> {
  await connection.query("INSERT IGNORE INTO schema_migrations VALUES (?, 0)", [createdAt]);
  const [[row]] = await connection.query<RowDataPacket[]>(
    "SELECT statements_done AS done FROM schema_migrations WHERE created_at = ?",
    [createdAt],
  );
  const done = Number(row?.done);
  for (const [index, statement] of statements.entries()) {
    if (index < done) continue;
    await applyStatement(connection, statement, index === done);
    await connection.query("UPDATE schema_migrations SET statements_done = ? WHERE created_at = ?", [
      index + 1,
      createdAt,
    ]);
  }
}

/** Only the first statement of a run can have run without being recorded. */
async function applyStatement(connection: Connection, statement: string, mayBeDone: boolean): Promise<void> {
  try {
    await connection.query(statement);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!mayBeDone || !ALREADY_DONE.has(code)) throw error;
  }
}
