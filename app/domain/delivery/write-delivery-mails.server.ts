import { createId } from "@paralleldrive/cuid2";
import { writeMessages } from "~/domain/outbox/message.server";
import { openingUrl } from "~/domain/recipients/opening-link.server";
import { forgetVault, indexNewVaults, ownerOfReceived } from "~/domain/vault/search-terms.server";
import { decryptContent } from "~/domain/vault/vault-content.server";
import type { Transaction } from "~/services/db.server";
import type { memories } from "~db/schema";
import { deliveryMailOf } from "./delivery-mail";

type VaultRow = typeof memories.$inferSelect;
type NewDelivery = { id: string; deliveryAt: Date; recipientName: string; recipientEmail: string };
/** Guests of a board gave us the address themselves. */
type Addressed = { vault: VaultRow; senderName: string; delivery: NewDelivery; isGuest?: boolean | undefined };

/**
 * Writes the mail of one delivery to its address as it is now, and lets whoever has that address find the vault by its
 * words. Answers the id of the message, which the delivery's row is to name.
 */
export async function writeDeliveryMail(
  tx: Transaction,
  vault: VaultRow,
  senderName: string,
  delivery: NewDelivery,
  now: Date,
): Promise<string> {
  await forgetVault(tx, vault.id, ownerOfReceived(delivery.recipientEmail));
  const [messageId] = await writeDeliveryMails(tx, [{ vault, senderName, delivery }], now);
  if (messageId === undefined) throw new Error(`Delivery ${delivery.id} has no message.`);
  return messageId;
}

/** The same for deliveries of vaults that nobody has been sent yet. Answers the ids of the messages in their order. */
export async function writeDeliveryMails(tx: Transaction, addressed: Addressed[], now: Date): Promise<string[]> {
  const letters = addressed.map(({ vault, ...rest }) => ({ ...rest, vault: { ...vault, ...decryptContent(vault) } }));
  await indexNewVaults(
    tx,
    letters.map(({ vault, senderName, delivery, isGuest }) => ({
      vaultId: vault.id,
      owner: ownerOfReceived(delivery.recipientEmail),
      deliveryAt: delivery.deliveryAt,
      heading: `${vault.title} ${senderName}`,
      // A board may have hundreds of guests, and few of them an account: they find it by its title and its host.
      message: isGuest ? "" : vault.message,
    })),
  );
  return writeMessages(
    tx,
    letters.map(({ vault, senderName, delivery, isGuest }) => ({
      kind: "delivery",
      // The same address may be tried again later on: what keeps this from being written twice is the delivery's move.
      uniqueKey: `delivery:${delivery.id}:${createId()}`,
      to: { name: delivery.recipientName, email: delivery.recipientEmail },
      props: deliveryMailOf(vault, {
        recipientName: delivery.recipientName,
        senderName,
        url: openingUrl(delivery),
        isGuest,
      }),
      vaultId: vault.id,
      deliveryId: delivery.id,
    })),
    now,
  );
}
