import { eq } from "drizzle-orm";
import type { DeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { recordEvent } from "~/domain/vault/history.server";
import * as clock from "~/services/clock.server";
import { inTransaction } from "~/services/db.server";
import { deliveries } from "~db/schema";
import { recordResponse } from "./record-response.server";

/** Nothing more is sent about the vault, but the recipient can still open it. */
export async function declineDelivery(delivery: DeliveryByLink, now = clock.now()): Promise<void> {
  const { id, vaultId } = delivery;
  await inTransaction(async (tx) => {
    await recordResponse(tx, { vaultId, deliveryId: id }, now);
    const [row] = await tx.select().from(deliveries).where(eq(deliveries.id, id)).for("update");
    if (!row || row.declinedAt) return;
    await tx
      .update(deliveries)
      .set({ declinedAt: now, remindAt: null, nextStepAt: null, updatedAt: now })
      .where(eq(deliveries.id, id));
    await recordEvent(tx, { vaultId, deliveryId: id, kind: "declined" }, now);
  });
}
