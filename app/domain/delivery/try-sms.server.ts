import { writeMessage } from "~/domain/outbox/message.server";
import { isBlocked } from "~/domain/recipients/block-sender.server";
import { smsUrl } from "~/domain/recipients/opening-link.server";
import type { DeliveryRow, VaultRow } from "~/domain/vault/delivery-rows.server";
import { isToSender, senderOf } from "~/domain/vault/sender.server";
import { isDeliverable, type Vault } from "~/domain/vault/vault";
import type { Transaction } from "~/services/db.server";
import { type PhoneNumber, readPhoneNumber } from "~/services/sms/phone-number.server";
import { isSmsConfigured } from "~/services/sms.server";
import { pastDay } from "./delivery-mail";
import { deliveryKey, nextGeneration } from "./write-delivery-mails.server";

/** Undefined without a valid number or an SMS provider, or when the recipient has blocked the sender. */
export async function trySms(
  tx: Transaction,
  vault: VaultRow,
  delivery: DeliveryRow,
  now: Date,
): Promise<{ messageIds: string[]; columns: { smsTo: string } } | undefined> {
  const phone = isSmsConfigured() && !vault.isMemoryBoard ? readPhoneNumber(vault.recipientPhone ?? "") : null;
  if (!phone || (await isBlocked(tx, { senderId: vault.userId, recipient: phone }))) return undefined;
  const generation = await nextGeneration(tx, delivery);
  const messageId = await writeDeliverySms(tx, vault, { ...delivery, generation, smsTo: phone }, now);
  return { messageIds: [messageId], columns: { smsTo: phone } };
}

/** The phone number of a waiting vault that no text message can be sent to; null without an SMS provider. */
export function unusablePhoneOf({ state, recipientPhone }: Pick<Vault, "state" | "recipientPhone">): string | null {
  if (!isSmsConfigured() || !isDeliverable({ state }) || !recipientPhone) return null;
  return readPhoneNumber(recipientPhone) ? null : recipientPhone;
}

type TextedDelivery = Pick<DeliveryRow, "id" | "recipientName" | "linkVersion" | "generation"> & { smsTo: PhoneNumber };

/** Returns the message's id. */
export async function writeDeliverySms(
  tx: Transaction,
  vault: VaultRow,
  { id, recipientName, linkVersion, generation, smsTo: phone }: TextedDelivery,
  now: Date,
): Promise<string> {
  const sender = await senderOf(tx, vault);
  return writeMessage(
    tx,
    {
      kind: "delivery_sms",
      uniqueKey: deliveryKey("delivery_sms", { id, generation }, phone),
      to: { name: recipientName, phone },
      props: {
        senderName: sender.fullName,
        ...(isToSender(vault, sender, phone) && { isToSelf: true }),
        url: smsUrl({ id, smsTo: phone, linkVersion }),
        ...pastDay(vault, now),
      },
      vaultId: vault.id,
      deliveryId: id,
    },
    now,
  );
}
