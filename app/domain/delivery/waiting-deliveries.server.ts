import { and, eq, inArray, lte } from "drizzle-orm";
import { DELIVERABLE_STATES } from "~/domain/vault/vault";
import { wakeDelivery } from "~/domain/vault/wake-delivery.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";

/** Called once the sender's address is verified. */
export async function wakeWaitingDeliveries(userId: string, now = clock.now()): Promise<void> {
  const due = await db
    .select({ id: memories.id })
    .from(memories)
    .where(
      and(eq(memories.userId, userId), inArray(memories.state, [...DELIVERABLE_STATES]), lte(memories.deliveryAt, now)),
    );
  await Promise.all(due.map((vault) => wakeDelivery(vault.id, now, now)));
}
