import { pool } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";

/** At the end of a command, which would go on for seconds while a connection is open. */
export async function closeConnections(): Promise<void> {
  await closeJobs();
  await pool.promise().end();
}
