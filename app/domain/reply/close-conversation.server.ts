import { eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { deliveries } from "~db/schema";

/** The caller has checked that the user sent the vault. Neither side can write while the conversation is closed. */
export async function setConversationClosed(deliveryId: string, isClosed: boolean, now = clock.now()): Promise<void> {
  await db
    .update(deliveries)
    .set({ conversationClosedAt: isClosed ? now : null, updatedAt: now })
    .where(eq(deliveries.id, deliveryId));
}
