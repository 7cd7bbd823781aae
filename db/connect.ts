import { drizzle, type MySql2Database } from "drizzle-orm/mysql2";
import { createPool, type Pool } from "mysql2";
import * as schema from "./schema";

export type Database = MySql2Database<typeof schema>;

/** How long the database waits for a connection that says nothing, in seconds, before it ends it. */
const SILENCE_S = 60;
/** How long a connection of ours lies unused, in milliseconds: we end it before the database does. */
const UNUSED_MS = 40_000;

/**
 * Opens a pool on a MySQL 8+ or MariaDB 10.6+ database.
 * Sessions run in UTC, in strict mode and read what is committed, whatever the server's own settings are; MariaDB cuts
 * JSON lists off no sooner than at 16 MiB. What a process that froze in the middle of a transaction has locked is free
 * again after a minute, and undone.
 */
export function connect(url: string, connectionLimit = 20): { pool: Pool; db: Database } {
  const pool = createPool({
    uri: url,
    connectionLimit,
    // Unless fewer may lie idle than there are, none of them is ever ended.
    maxIdle: connectionLimit - 1,
    idleTimeout: UNUSED_MS,
    gracefulEnd: true,
    timezone: "Z",
    charset: "utf8mb4_bin",
    enableKeepAlive: true,
    // Drizzle's own error says where a query came from; a second stack for each is a tenth of its price.
    trace: false,
  });
  pool.on("connection", (connection) => {
    connection.query(
      `SET time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO', innodb_lock_wait_timeout = 20, wait_timeout = ${SILENCE_S}, group_concat_max_len = 16777216`,
    );
    connection.query("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
  });
  return { pool, db: drizzle(pool, { schema, mode: "planetscale" }) };
}
