import type { Socket } from "node:net";
import { type SQL, sql } from "drizzle-orm";
import type { MySqlDialect } from "drizzle-orm/mysql-core";
import { drizzle, type MySql2Database } from "drizzle-orm/mysql2";
import { type Connection, createPool, type Pool } from "mysql2";
import * as schema from "./schema";

export type Database = MySql2Database<typeof schema>;

const SILENCE_S = 20;
/** Shorter than the server's idle timeout. */
const UNUSED_MS = 12_000;

/**
 * For MySQL 8+ and MariaDB 10.6+. Sessions run in UTC, in strict mode and at READ COMMITTED, whatever the server's
 * settings, with 16 MiB for MariaDB's JSON lists. The transaction of a frozen process is rolled back after 20 seconds.
 */
export function connect(url: string, connectionLimit = 20): { pool: Pool; db: Database } {
  const pool = createPool({
    ...connectionOptions(url),
    connectionLimit,
    // mysql2 ends idle connections only above this number.
    maxIdle: connectionLimit - 1,
    idleTimeout: UNUSED_MS,
    gracefulEnd: true,
  });
  pool.on("connection", (connection) => {
    connection.query(
      `SET time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO', innodb_lock_wait_timeout = 20, wait_timeout = ${SILENCE_S}, group_concat_max_len = 16777216`,
    );
    connection.query("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
    readDatesNatively(connection);
  });
  const db = drizzle(pool, { schema, mode: "planetscale" });
  flattenUnions(db);
  return { pool, db };
}

/** Closes a connection after `milliseconds` without data: its server may be gone without closing it. */
export function closeWhenSilent(connection: unknown, milliseconds: number): void {
  const { stream } = connection as { stream: Socket };
  stream.setTimeout(milliseconds, () => stream.destroy(new Error(`the database sent nothing for ${milliseconds} ms`)));
}

/** Drizzle reads dates as text with a function that is called for every field; the driver's own option is faster. */
function readDatesNatively(connection: Connection): void {
  const query = connection.query.bind(connection) as (...args: unknown[]) => unknown;
  const queryWithNativeDates = (first: unknown, ...rest: unknown[]) => {
    const isDrizzle = typeof first === "object" && first !== null && "typeCast" in first;
    return query(isDrizzle ? { ...first, typeCast: true, dateStrings: true } : first, ...rest);
  };
  Object.assign(connection, { query: queryWithNativeDates });
}

/**
 * Drizzle writes `((a union all b) union all c)`, and MariaDB stores each pair of parentheses in a table of its own.
 */
function flattenUnions(db: Database): void {
  const { dialect } = db as unknown as { dialect: MySqlDialect };
  const nested = dialect.buildSetOperations.bind(dialect);
  dialect.buildSetOperations = (left, operators) => {
    const last = operators.at(-1);
    const others = operators.slice(0, -1);
    const isFlat = operators.every(({ type, isAll }) => type === "union" && isAll);
    if (!last || !isFlat || others.some(({ orderBy, limit, offset }) => orderBy ?? limit ?? offset)) {
      return nested(left, operators);
    }
    const selects: SQL[] = [left, ...others.map(({ rightSelect }) => rightSelect.getSQL())];
    // The dialect adds the outer parentheses.
    return nested(sql.join(selects, sql.raw(") union all (")), [last]);
  };
}

export function connectionOptions(url: string) {
  return {
    uri: url,
    timezone: "Z",
    charset: "utf8mb4_bin",
    enableKeepAlive: true,
    // Drizzle's errors have a stack; a second one costs a tenth of each query.
    trace: false,
    // The server limits those of all connections, to 16,382 by default.
    maxPreparedStatements: 100,
  };
}
