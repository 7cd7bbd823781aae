import { createPool, type Pool, type RowDataPacket } from "mysql2/promise";

let pool: Pool | undefined;

/** Asks the installation's MySQL, past the app: what has really been kept. */
export async function ask(sql: string, values: unknown[] = []): Promise<RowDataPacket[]> {
  pool ??= openPool();
  const [rows] = await pool.query<RowDataPacket[]>(sql, values);
  return Array.isArray(rows) ? rows : [];
}

/** A server whose clock is not in UTC would else write other instants than the app does. */
function openPool(): Pool {
  const opened = createPool({ uri: process.env.E2E_DATABASE_URL ?? "", connectionLimit: 2, timezone: "Z", maxIdle: 0 });
  opened.on("connection", (connection) => connection.query("SET time_zone = '+00:00'"));
  return opened;
}

/** Lets go of the database, so that the process can end. */
export async function stopAsking(): Promise<void> {
  await pool?.end();
  pool = undefined;
}
