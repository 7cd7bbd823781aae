import { eq } from "drizzle-orm";
import type { DeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { recordEvent } from "~/domain/vault/history.server";
import * as clock from "~/services/clock.server";
import { inTransaction } from "~/services/db.server";
import { deliveries } from "~db/schema";
import { recordResponse } from "./record-response.server";

/** From then on nothing is sent about the vault, and the recipient's lists leave it out, but they can still open it. */
export async function declineDelivery(
  delivery: Pick<DeliveryByLink, "id" | "vaultId">,
  now = clock.now(),
): Promise<void> {
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

/** The first opening undoes it as well. Reminders stay off: the recipient knows of it. */
export async function undoDecline({ id, vaultId }: DeliveryByLink, now = clock.now()): Promise<void> {
  await inTransaction(async (tx) => {
    const [row] = await tx.select().from(deliveries).where(eq(deliveries.id, id)).for("update");
    if (!row?.declinedAt) return;
    await tx.update(deliveries).set({ declinedAt: null, updatedAt: now }).where(eq(deliveries.id, id));
    await recordEvent(tx, { vaultId, deliveryId: id, kind: "decline_undone" }, now);
  });
}
