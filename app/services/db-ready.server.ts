import { sql } from "drizzle-orm";
import { db } from "./db.server";

export function isDatabaseReady(): Promise<boolean> {
  return db.execute(sql`SELECT 1`).then(
    () => true,
    () => false,
  );
}
