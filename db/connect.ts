import { drizzle, type MySql2Database } from "drizzle-orm/mysql2";
import { createPool, type Pool } from "mysql2";
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
  });
  return { pool, db: drizzle(pool, { schema, mode: "planetscale" }) };
}

export function connectionOptions(url: string) {
  return {
    uri: url,
    timezone: "Z",
    charset: "utf8mb4_bin",
    enableKeepAlive: true,
    // Drizzle's errors have a stack; a second one costs a tenth of each query.
    trace: false,
  };
}
