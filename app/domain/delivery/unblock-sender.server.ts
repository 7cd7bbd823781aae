import { and, asc, eq } from "drizzle-orm";
import { deleteBlock, recipientBehind, type SenderAndRecipient } from "~/domain/recipients/block-sender.server";
import type { DeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { UNWANTED } from "~/domain/vault/ladder";
import { senderOf } from "~/domain/vault/sender.server";
import { transitionDelivery } from "~/domain/vault/transition.server";
import { isOpen } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { inTransaction, type Transaction } from "~/services/db.server";
import { deliveries, memories } from "~db/schema";
import { settleVaultStatuses } from "./settle-vault-status.server";
import { writeDeliveryMail } from "./write-delivery-mails.server";

export function unblockSender(delivery: DeliveryByLink, now = clock.now()): Promise<void> {
  return unblock(recipientBehind(delivery), now);
}

/** Also delivers letters that the block held back. */
export async function unblock({ senderId, recipient }: SenderAndRecipient, now = clock.now()): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await deleteBlock(tx, { senderId, recipient }))) return;
    const heldBack = await tx
      .select()
      .from(deliveries)
      .where(
        and(eq(deliveries.recipientEmail, recipient), eq(deliveries.senderId, senderId), eq(deliveries.rung, UNWANTED)),
      )
      .orderBy(asc(deliveries.vaultId));
    for (const one of heldBack) await redeliver(tx, one, now);
  });
}

async function redeliver(tx: Transaction, delivery: typeof deliveries.$inferSelect, now: Date): Promise<void> {
  const [vault] = await tx.select().from(memories).where(eq(memories.id, delivery.vaultId)).for("update");
  if (!vault || !isOpen(vault) || !(await transitionDelivery(tx, delivery, "unblocked", now))) return;
  const messageId = await writeDeliveryMail(tx, vault, await senderOf(tx, vault), delivery, now);
  await tx.update(deliveries).set({ messageId }).where(eq(deliveries.id, delivery.id));
  await settleVaultStatuses(tx, [vault], now, { isRestarted: true });
}
