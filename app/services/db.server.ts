import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type ExtractTablesWithRelations, like, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyMySqlColumn, MySqlTable, MySqlTransaction } from "drizzle-orm/mysql-core";
import type { MySql2PreparedQueryHKT, MySql2QueryResultHKT } from "drizzle-orm/mysql2";
import { env } from "~/env.server";
import { closeWhenSilent, connect } from "~db/connect";
import type * as schema from "~db/schema";
import { type Look, requestLook } from "./jobs.server";

export const { pool, db } = connect(env.DATABASE_URL);

/** Longer than any statement here takes. */
export const SILENT_FOR_MS = 60_000;
pool.on("connection", (connection) => closeWhenSilent(connection, SILENT_FOR_MS));

export type Transaction = MySqlTransaction<
  MySql2QueryResultHKT,
  MySql2PreparedQueryHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>;
export type Queryable = typeof db | Transaction;

const DEADLOCK = "ER_LOCK_DEADLOCK";
const ATTEMPTS = 14;
/** In milliseconds. */
const LONGEST_PAUSE = 300;

const looks = new WeakMap<Transaction, Set<Look>>();

/** Asks the workers to look for what this transaction makes due. */
export function lookAfterCommit(tx: Transaction, look: Look): void {
  looks.get(tx)?.add(look);
}

/** Repeats the transaction after a deadlock: `work` must have no effects outside the database. */
export async function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  let requested = new Set<Look>();
  const result = await repeatedly(() =>
    db.transaction((tx) => {
      requested = new Set();
      looks.set(tx, requested);
      return work(tx);
    }),
  );
  await Promise.all([...requested].map(requestLook));
  return result;
}

/**
 * Repeats `work` when it was rolled back as a deadlock's victim, after a random pause that grows. A cluster reports as
 * a deadlock, often at the commit, that another server has changed the same rows.
 */
export async function repeatedly<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || databaseErrorCode(error) !== DEADLOCK) throw error;
      await pause(randomInt(Math.min(LONGEST_PAUSE, 5 * 2 ** attempt)));
    }
  }
}

/** The server's symbolic code, such as ER_DUP_ENTRY; undefined for other errors. */
export function databaseErrorCode(error: unknown): string | undefined {
  return databaseError(error)?.code;
}

/** MySQL's number, such as 1062; undefined for errors that the database did not report. */
export function databaseErrorNumber(error: unknown): number | undefined {
  const { errno = 0 } = databaseError(error) ?? {};
  // Error numbers of sockets are negative.
  return errno > 0 ? errno : undefined;
}

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

/** By the database's clock, which all machines share; with milliseconds. */
export async function databaseNow(queryable: Queryable): Promise<Date> {
  const [rows] = (await queryable.execute(
    sql`SELECT DATE_FORMAT(UTC_TIMESTAMP(3), '%Y-%m-%dT%H:%i:%s.%fZ') AS now`,
  )) as unknown as [{ now: string }[]];
  return new Date(rows[0]?.now ?? Number.NaN);
}

/** `given`, or the database's clock: the only one that decides what is due. */
export function nowIn(given: Date | undefined): SQL {
  return given ? sql`${given}` : sql`UTC_TIMESTAMP(3)`;
}

/** The clocks of a cluster's servers may differ by less, in seconds. */
const CLOCK_TOLERANCE_S = 60;

/** An instant written by the database's clock while that was ahead, since it is more than `seconds` in the future. */
export function isWrittenAhead(column: SQLWrapper, seconds: number, given?: Date): SQL {
  return sql`${column} > ${nowIn(given)} + INTERVAL ${seconds + CLOCK_TOLERANCE_S} SECOND`;
}

type TouchedTable = MySqlTable & { updatedAt: AnyMySqlColumn };

/**
 * Locks rows until `tx` ends. Servers of a cluster do not know each other's locks, but commit only one of two
 * concurrent writes: the other transaction begins again and sees what the first has written.
 */
export async function touchRows(tx: Transaction, table: TouchedTable, where: SQL | undefined): Promise<void> {
  // Always later, so that it is always written.
  const updatedAt = sql`greatest(${table.updatedAt} + INTERVAL 1000 MICROSECOND, UTC_TIMESTAMP(3))`;
  await tx
    .update(table as MySqlTable)
    .set({ updatedAt })
    .where(where);
}

/** Escapes the wildcards of LIKE in `prefix`. */
export function startsWith(column: AnyMySqlColumn, prefix: string): SQL {
  return like(column, `${prefix.replaceAll(/[\\%_]/g, "\\$&")}%`);
}

export function changedRows(result: unknown): number {
  return (result as [{ affectedRows: number }])[0].affectedRows;
}
