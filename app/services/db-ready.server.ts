import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { db } from "./db.server";

const POLL_MS = 250;

export function isDatabaseReady(): Promise<boolean> {
  return db.execute(sql`SELECT 1`).then(
    () => true,
    () => false,
  );
}

let waiting: Promise<boolean> | undefined;

/** Returns whether the database answers within `ms`. Concurrent callers share one wait, and the `ms` of the first. */
export function untilDatabaseReady(ms: number): Promise<boolean> {
  waiting ??= poll(ms).finally(() => {
    waiting = undefined;
  });
  return waiting;
}

async function poll(ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!(await isDatabaseReady())) {
    if (performance.now() > deadline) return false;
    await pause(POLL_MS);
  }
  return true;
}
