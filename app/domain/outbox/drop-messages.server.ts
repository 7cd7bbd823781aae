import { and, eq, isNotNull } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { messages } from "~db/schema";
import { DROPPED } from "./record-send-result.server";

/** Erases the messages about a vault's deliveries that wait to be sent. One that is being sent is not stopped. */
export async function dropDeliveryMessages(tx: Transaction, vaultId: string): Promise<void> {
  const isWaiting = and(eq(messages.vaultId, vaultId), isNotNull(messages.deliveryId), eq(messages.state, "queued"));
  await tx.update(messages).set(DROPPED).where(isWaiting);
}
