import { and, asc, eq, inArray, isNotNull, lte } from "drizzle-orm";
import { DELIVERABLE_STATES } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { memories, profiles } from "~db/schema";

/** Verified senders only, oldest first. */
export function findDueVaults(by: Date, atMost: number): Promise<{ id: string; deliveryAt: Date | null }[]> {
  return db
    .select({ id: memories.id, deliveryAt: memories.deliveryAt })
    .from(memories)
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .where(
      and(
        inArray(memories.state, [...DELIVERABLE_STATES]),
        lte(memories.deliveryAt, by),
        isNotNull(profiles.emailVerifiedAt),
      ),
    )
    .orderBy(asc(memories.deliveryAt))
    .limit(atMost);
}
