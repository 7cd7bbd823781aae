import { createPool, type Pool, type RowDataPacket } from "mysql2/promise";

let pool: Pool | undefined;

/** Queries the installation's MySQL directly. */
export async function query(sql: string, values: unknown[] = []): Promise<RowDataPacket[]> {
  pool ??= openPool();
  const [rows] = await pool.query<RowDataPacket[]>(sql, values);
  return Array.isArray(rows) ? rows : [];
}

/** For servers that do not run in UTC; the app does the same. */
function openPool(): Pool {
  const opened = createPool({ uri: process.env.E2E_DATABASE_URL ?? "", connectionLimit: 2, timezone: "Z", maxIdle: 0 });
  opened.on("connection", (connection) => connection.query("SET time_zone = '+00:00'"));
  return opened;
}

export async function closeDatabase(): Promise<void> {
  await pool?.end();
  pool = undefined;
}
