import { createPool, type Pool, type RowDataPacket } from "mysql2/promise";

let pool: Pool | undefined;

/** Asks the installation's MySQL, past the app: what has really been kept. */
export async function ask(sql: string, values: unknown[] = []): Promise<RowDataPacket[]> {
  pool ??= createPool({ uri: process.env.E2E_DATABASE_URL ?? "", connectionLimit: 2, timezone: "Z", maxIdle: 0 });
  const [rows] = await pool.query<RowDataPacket[]>(sql, values);
  return Array.isArray(rows) ? rows : [];
}

/** Lets go of the database, so that the process can end. */
export async function stopAsking(): Promise<void> {
  await pool?.end();
  pool = undefined;
}
