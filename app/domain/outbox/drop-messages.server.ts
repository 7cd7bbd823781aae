import { and, eq, isNotNull } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { messages } from "~db/schema";
import { DROPPED } from "./record-send-result.server";

/** Erases what waits to be sent about a vault's deliveries. A message that is being sent is not stopped. */
export async function dropDeliveryMessages(tx: Transaction, vaultId: string): Promise<void> {
  const isWaiting = and(eq(messages.vaultId, vaultId), isNotNull(messages.deliveryId), eq(messages.state, "queued"));
  await tx.update(messages).set(DROPPED).where(isWaiting);
}
