import { and, eq, gt, inArray, or } from "drizzle-orm";
import { blockDigest } from "~/domain/outbox/block-digest.server";
import { DELIVERY_STATES, isFailed } from "~/domain/vault/events";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction, type Transaction } from "~/services/db.server";
import { blockedSenders, deliveries, profiles } from "~db/schema";
import type { DeliveryByLink } from "./delivery-by-link.server";
import { type Contact, contactOf } from "./opening-link.server";

/** `recipient` is an email or a phone number. */
export type SenderAndRecipient = { senderId: string; recipient: string };

const matching = ({ senderId, recipient }: SenderAndRecipient) =>
  and(eq(blockedSenders.senderId, senderId), eq(blockedSenders.recipient, blockDigest(recipient)));

type BlockableDelivery = Contact & Pick<DeliveryByLink, "senderId">;

/** The link of an SMS can block only its phone number, not the email. */
export const recipientBehind = (delivery: BlockableDelivery): SenderAndRecipient => ({
  senderId: delivery.senderId,
  recipient: contactOf(delivery),
});

export async function isSenderBlocked(delivery: BlockableDelivery): Promise<boolean> {
  const rows = await db
    .select({ at: blockedSenders.createdAt })
    .from(blockedSenders)
    .where(matching(recipientBehind(delivery)));
  return rows.length > 0;
}

/** Locks the result until `tx` ends. */
export async function isBlocked(tx: Transaction, asked: SenderAndRecipient): Promise<boolean> {
  return (await findBlocked(tx, [asked])).size > 0;
}

/** Returns those of `asked` that are blocked. Locks the result until `tx` ends. */
export async function findBlocked<Asked extends SenderAndRecipient>(
  tx: Transaction,
  asked: Asked[],
): Promise<Set<Asked>> {
  if (asked.length === 0) return new Set();
  const rows = await tx
    .select({ senderId: blockedSenders.senderId, recipient: blockedSenders.recipient })
    .from(blockedSenders)
    .where(or(...asked.map(matching)))
    .for("update");
  if (rows.length === 0) return new Set();
  const blocked = new Set(rows.map(({ senderId, recipient }) => `${senderId} ${recipient}`));
  return new Set(asked.filter(({ senderId, recipient }) => blocked.has(`${senderId} ${blockDigest(recipient)}`)));
}

/** Blocks the sender for the email or phone number of `delivery`. Ignores the sender's own copy. */
export async function blockSender(delivery: DeliveryByLink, now = clock.now()): Promise<void> {
  if (!delivery.isToSender) await block(recipientBehind(delivery), now);
}

/** Reminders included. An unknown sender needs no block. */
export async function block({ senderId, recipient }: SenderAndRecipient, now = clock.now()): Promise<void> {
  await inTransaction(async (tx) => {
    if ((await tx.$count(profiles, eq(profiles.id, senderId))) === 0) return;
    await tx
      .insert(blockedSenders)
      .values({ senderId, recipient: blockDigest(recipient), createdAt: now })
      .onDuplicateKeyUpdate({ set: { senderId } });
    await tx
      .update(deliveries)
      .set({ remindAt: null })
      .where(and(eq(deliveries.senderId, senderId), eq(deliveries.remindTo, recipient)));
    // While a contact is asked about the recipient, or once no one is left to ask, the next step records the block.
    await tx
      .update(deliveries)
      .set({ nextStepAt: now })
      .where(
        and(
          eq(deliveries.senderId, senderId),
          eq(deliveries.recipientEmail, recipient),
          inArray(deliveries.state, DELIVERY_STATES.filter(isFailed)),
          or(gt(deliveries.nextStepAt, now), eq(deliveries.rung, "held")),
        ),
      );
  });
}

export async function deleteBlock(tx: Transaction, blocked: SenderAndRecipient): Promise<boolean> {
  return changedRows(await tx.delete(blockedSenders).where(matching(blocked))) > 0;
}
