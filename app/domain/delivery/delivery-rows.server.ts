import { eq } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { deliveries, memories } from "~db/schema";

export type VaultRow = typeof memories.$inferSelect;
export type DeliveryRow = typeof deliveries.$inferSelect;

/**
 * Locks a delivery and, before it, its vault, so that the deliveries of one board are settled one after the other and
 * nothing that follows from it is drawn twice. Undefined when there is none.
 */
export async function lockDelivery(
  tx: Transaction,
  { memoryId, deliveryId }: { memoryId: string; deliveryId: string },
): Promise<{ vault: VaultRow; delivery: DeliveryRow } | undefined> {
  const [vault] = await tx.select().from(memories).where(eq(memories.id, memoryId)).for("update");
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, deliveryId)).for("update");
  return vault && delivery?.memoryId === vault.id ? { vault, delivery } : undefined;
}
