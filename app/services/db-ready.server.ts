import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { db } from "./db.server";

export function isDatabaseReady(): Promise<boolean> {
  return db.execute(sql`SELECT 1`).then(
    () => true,
    () => false,
  );
}

/** Returns whether the database answers within `ms`. */
export async function untilDatabaseReady(ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!(await isDatabaseReady())) {
    if (performance.now() > deadline) return false;
    await pause(250);
  }
  return true;
}
