import { writeMessages } from "~/domain/outbox/message.server";
import { openingUrl } from "~/domain/recipients/opening-link.server";
import { forgetVault, indexNewVaults, ownerOfReceived } from "~/domain/vault/search-terms.server";
import { decryptContent } from "~/domain/vault/vault-content.server";
import type { Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import type { memories } from "~db/schema";
import { deliveryMailOf } from "./delivery-mail";

type VaultRow = typeof memories.$inferSelect;
type NewDelivery = { id: string; deliveryAt: Date; recipientName: string; recipientEmail: string; linkVersion: number };
/** `isGuest`: signed up to a board with this email. */
type NewMail = { vault: VaultRow; senderName: string; delivery: NewDelivery; isGuest?: boolean | undefined };

/** Also indexes the vault for the delivery's current email. Returns the message's id. */
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

/** For new deliveries, whose vaults are not indexed yet. Returns the messages' ids in order. */
export async function writeDeliveryMails(tx: Transaction, addressed: NewMail[], now: Date): Promise<string[]> {
  const letters = addressed.map(({ vault, ...rest }) => ({ ...rest, vault: { ...vault, ...decryptContent(vault) } }));
  await indexNewVaults(
    tx,
    letters.map(({ vault, senderName, delivery, isGuest }) => ({
      vaultId: vault.id,
      owner: ownerOfReceived(delivery.recipientEmail),
      deliveryAt: delivery.deliveryAt,
      heading: `${vault.title} ${senderName}`,
      // A board may have hundreds of guests, who find it by its title and host.
      message: isGuest ? "" : vault.message,
    })),
  );
  return writeMessages(
    tx,
    letters.map(({ vault, senderName, delivery, isGuest }) => ({
      kind: "delivery",
      // The same email may be tried again; the delivery's transition prevents duplicates.
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
