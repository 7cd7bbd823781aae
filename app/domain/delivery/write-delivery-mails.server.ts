import { eq } from "drizzle-orm";
import { writeMessages } from "~/domain/outbox/message.server";
import { stopUrlOf } from "~/domain/outbox/stop-link.server";
import { addresseesOf } from "~/domain/recipients/addressees.server";
import { openingUrl } from "~/domain/recipients/opening-link.server";
import type { DeliveryRow, VaultRow } from "~/domain/vault/delivery-rows.server";
import { isToSender, type VaultSender } from "~/domain/vault/sender.server";
import { decryptContent } from "~/domain/vault/vault-content.server";
import type { Transaction } from "~/services/db.server";
import { deriveId } from "~/services/id.server";
import { deliveries } from "~db/schema";
import { deliveryMailOf } from "./delivery-mail";

type NewDelivery = Pick<DeliveryRow, "id" | "recipientName" | "recipientEmail" | "linkVersion"> & {
  generation: number;
};
/** `isGuest`: signed up to a board with this email. */
type NewMail = { vault: VaultRow; sender: VaultSender; delivery: NewDelivery; isGuest?: boolean | undefined };

/** For a delivery that had a message before. Returns the new message's id. */
export async function writeDeliveryMail(
  tx: Transaction,
  vault: VaultRow,
  sender: VaultSender,
  delivery: DeliveryRow,
  now: Date,
): Promise<string> {
  const generation = await nextGeneration(tx, delivery);
  return rewriteDeliveryMail(tx, vault, sender, { ...delivery, generation }, now);
}

/** Writes the mail of a delivery whose message is lost. Returns the id of the new message. */
export async function rewriteDeliveryMail(
  tx: Transaction,
  vault: VaultRow,
  sender: VaultSender,
  delivery: DeliveryRow,
  now: Date,
): Promise<string> {
  const people = await addresseesOf(tx, vault, { name: sender.fullName, email: sender.email });
  const isGuest = people.find(({ email }) => email === delivery.recipientEmail)?.isGuest;
  const [messageId] = await writeDeliveryMails(tx, [{ vault, sender, delivery, isGuest }], now);
  if (messageId === undefined) throw new Error(`Delivery ${delivery.id} has no message.`);
  return messageId;
}

/** For new deliveries. Returns the messages' ids in order. */
export async function writeDeliveryMails(tx: Transaction, addressed: NewMail[], now: Date): Promise<string[]> {
  const letters = addressed.map(({ vault, ...rest }) => ({ ...rest, vault: { ...vault, ...decryptContent(vault) } }));
  return writeMessages(
    tx,
    letters.map(({ vault, sender, delivery, isGuest }) => {
      const isToSelf = isToSender(vault, sender, delivery.recipientEmail);
      return {
        kind: "delivery",
        uniqueKey: deliveryKey("delivery", delivery, delivery.recipientEmail),
        to: { name: delivery.recipientName, email: delivery.recipientEmail },
        props: deliveryMailOf(vault, {
          recipientName: delivery.recipientName,
          senderName: sender.fullName,
          url: openingUrl(delivery),
          stopUrl: isToSelf ? undefined : stopUrlOf({ senderId: vault.userId, email: delivery.recipientEmail }),
          isGuest,
          isToSelf,
          now,
        }),
        vaultId: vault.id,
        deliveryId: delivery.id,
      };
    }),
    now,
  );
}

/** The caller has locked the delivery. */
export async function nextGeneration(tx: Transaction, delivery: { id: string; generation: number }): Promise<number> {
  const generation = delivery.generation + 1;
  await tx.update(deliveries).set({ generation }).where(eq(deliveries.id, delivery.id));
  return generation;
}

/**
 * After a restore the same message gets the same key and Message-Id; a message to another address does not.
 * @param to an email or phone number
 */
export function deliveryKey(
  kind: "delivery" | "delivery_sms",
  { id, generation }: { id: string; generation: number },
  to: string,
): string {
  return `${kind}:${id}:${generation}:${deriveId(id, to)}`;
}
