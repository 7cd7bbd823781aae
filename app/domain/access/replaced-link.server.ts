import { and, eq, gte, sql } from "drizzle-orm";
import { endCodes, WRONG_CODES_AT_MOST } from "~/domain/codes/one-time-code.server";
import { wasJustWritten, writeMessage } from "~/domain/outbox/message.server";
import { isGuestAddress } from "~/domain/recipients/addressees.server";
import type { DeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingUrl, smsUrl } from "~/domain/recipients/opening-link.server";
import { recordEvent } from "~/domain/vault/history.server";
import * as clock from "~/services/clock.server";
import { changedRows, inTransaction, type Transaction, touchRows } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { isSmsConfigured } from "~/services/sms.server";
import { deliveries } from "~db/schema";

export type ReplaceableLink = Pick<
  DeliveryByLink,
  | "id"
  | "vaultId"
  | "recipientName"
  | "recipientEmail"
  | "senderId"
  | "senderName"
  | "isToSender"
  | "phone"
  | "linkVersion"
>;

/**
 * After too many wrong codes, ends the link with its codes, and mails a fresh one to the recipient. Returns the
 * message's id.
 */
export async function replaceSpentLink(
  tx: Transaction,
  delivery: ReplaceableLink,
  now: Date,
): Promise<string | undefined> {
  const { id, vaultId, linkVersion } = delivery;
  const replaced = await tx
    .update(deliveries)
    .set({ linkVersion: sql`${deliveries.linkVersion} + 1`, wrongCodes: 0 })
    .where(and(eq(deliveries.id, id), gte(deliveries.wrongCodes, WRONG_CODES_AT_MOST)));
  if (changedRows(replaced) === 0) return undefined;
  await endCodes(tx, { deliveryId: id }, now);
  await recordEvent(tx, { vaultId, deliveryId: id, kind: "link_replaced" }, now);
  return writeFreshLink(tx, { ...delivery, linkVersion: linkVersion + 1 }, now);
}

/**
 * For a recipient with an old link who missed the message. Sends one when the button is pressed twice. `delivery` has
 * the present version.
 */
export async function sendFreshLink(delivery: ReplaceableLink, now = clock.now()): Promise<void> {
  const { id, phone, recipientEmail } = delivery;
  const address = phone && isSmsConfigured() ? phone : recipientEmail;
  await inTransaction(async (tx) => {
    await touchRows(tx, deliveries, eq(deliveries.id, id));
    if (!(await wasJustWritten(tx, { keyPrefix: freshLinksOf(id), address }, now))) {
      await writeFreshLink(tx, delivery, now);
    }
  });
}

const freshLinksOf = (deliveryId: string) => `fresh_link:${deliveryId}:`;

async function writeFreshLink(tx: Transaction, delivery: ReplaceableLink, now: Date): Promise<string> {
  const { id, vaultId, recipientName, recipientEmail, senderId, senderName, isToSender, phone, linkVersion } = delivery;
  const message = { uniqueKey: freshLinksOf(id) + createId(), vaultId };
  const toSelf = isToSender && { isToSelf: true };
  if (phone && isSmsConfigured()) {
    const props = { senderName, ...toSelf, url: smsUrl({ id, smsTo: phone, linkVersion }) };
    return writeMessage(tx, { ...message, kind: "fresh_link_sms", to: { name: recipientName, phone }, props }, now);
  }
  const toGuest = (await isGuestAddress(tx, delivery)) && { isGuest: true };
  const props = { recipientName, senderName, url: openingUrl(delivery), ...toGuest, ...toSelf };
  const to = { name: recipientName, email: recipientEmail };
  return writeMessage(
    tx,
    { ...message, kind: "fresh_link", senderId: isToSender ? undefined : senderId, to, props },
    now,
  );
}
