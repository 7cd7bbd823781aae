import { and, asc, count, eq, gt, sql } from "drizzle-orm";
import { db, nowIn } from "~/services/db.server";
import { providerEvents } from "~db/schema";

/** How many messages each provider gave up in the last day for reasons other than their addresses. For operators. */
export function countUndelivered(): Promise<{ provider: string; messages: number }[]> {
  const { kind, provider, receivedAt } = providerEvents;
  const isOfLastDay = gt(receivedAt, sql`${nowIn(undefined)} - INTERVAL 1 DAY`);
  return db
    .select({ provider, messages: count() })
    .from(providerEvents)
    .where(and(eq(kind, "undelivered"), isOfLastDay))
    .groupBy(provider)
    .orderBy(asc(provider));
}
