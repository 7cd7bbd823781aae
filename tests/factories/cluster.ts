import { createConnection, type RowDataPacket } from "mysql2/promise";
import { it } from "vitest";

/** Whether the tests run on a Galera cluster. */
export async function isOnCluster(): Promise<boolean> {
  const connection = await createConnection(process.env.TEST_DATABASE_URL ?? "");
  const [rows] = await connection.query<RowDataPacket[]>("SHOW STATUS LIKE 'wsrep_ready'");
  await connection.end();
  return rows[0]?.Value === "ON";
}

/** Not on a Galera cluster, whose servers do not know each other's row locks: there, the first to commit wins. */
export const onOneServer = it.skipIf(await isOnCluster());
