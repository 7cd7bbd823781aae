import { setTimeout as pause } from "node:timers/promises";
import { type ExtractTablesWithRelations, sql } from "drizzle-orm";
import type { MySqlTransaction } from "drizzle-orm/mysql-core";
import type { MySql2PreparedQueryHKT, MySql2QueryResultHKT } from "drizzle-orm/mysql2";
import { env } from "~/env.server";
import { connect } from "~db/connect";
import type * as schema from "~db/schema";

export const { pool, db } = connect(env.DATABASE_URL);

export type Transaction = MySqlTransaction<
  MySql2QueryResultHKT,
  MySql2PreparedQueryHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>;
/** Where a query may run: on the pool or inside a transaction. */
export type Queryable = typeof db | Transaction;

const DEADLOCK = "ER_LOCK_DEADLOCK";
const ATTEMPTS = 8;

/**
 * Runs `work` in a transaction and repeats it when the database chose it as a deadlock's victim.
 * `work` must do nothing outside the database.
 */
export function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return repeatedly(() => db.transaction(work));
}

/**
 * Repeats a statement of several rows, or a transaction, when the database chose it as a deadlock's victim:
 * InnoDB has then rolled all of it back and expects exactly that. A moment of chance, longer each time, keeps the same
 * two from meeting again.
 */
export async function repeatedly<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || databaseErrorCode(error) !== DEADLOCK) throw error;
      await pause(Math.random() * 5 * 2 ** attempt);
    }
  }
}

/** The server's symbolic error code, e.g. ER_DUP_ENTRY, or undefined when the error came from elsewhere. */
export function databaseErrorCode(error: unknown): string | undefined {
  return databaseError(error)?.code;
}

/** Whether `error` says that a row would have repeated the unique index `indexName`. */
export function isDuplicate(error: unknown, indexName: string): boolean {
  const cause = databaseError(error);
  return cause?.code === "ER_DUP_ENTRY" && (cause.sqlMessage ?? "").includes(indexName);
}

type DatabaseError = { code?: string; errno?: number; sqlMessage?: string };

/** Drizzle wraps the driver's error as `cause`. */
function databaseError(error: unknown): DatabaseError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("errno" in current && "code" in current) return current as DatabaseError;
  }
  return undefined;
}

/** The time by the database's clock, which all machines share; with milliseconds. */
export async function databaseNow(queryable: Queryable): Promise<Date> {
  const [rows] = (await queryable.execute(
    sql`SELECT DATE_FORMAT(UTC_TIMESTAMP(3), '%Y-%m-%dT%H:%i:%s.%fZ') AS now`,
  )) as unknown as [{ now: string }[]];
  return new Date(rows[0]?.now ?? Number.NaN);
}

/** Rows changed by an UPDATE, INSERT or DELETE run through Drizzle. */
export function changedRows(result: unknown): number {
  return (result as [{ affectedRows: number }])[0].affectedRows;
}
