import { addHours } from "date-fns";
import { and, asc, eq, lte } from "drizzle-orm";
import {
  type CalendarDate,
  DEFAULT_DELIVERY_HOUR,
  dateIn,
  deliveryInstant,
  formatDate,
} from "~/domain/calendar/delivery-date";
import { writeMessage } from "~/domain/outbox/message.server";
import { stopUrlOf } from "~/domain/outbox/stop-link.server";
import { isGuestAddress } from "~/domain/recipients/addressees.server";
import { isBlocked, recipientBehind } from "~/domain/recipients/block-sender.server";
import type { DeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { contactOf, openingUrl, smsUrl } from "~/domain/recipients/opening-link.server";
import { recordEvent } from "~/domain/vault/history.server";
import { isToSender } from "~/domain/vault/sender.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { PhoneNumber } from "~/services/sms/phone-number.server";
import { isSmsConfigured } from "~/services/sms.server";
import { deliveries, memories, profiles } from "~db/schema";
import { isReminderDay } from "./put-off";
import { recordResponse } from "./record-response.server";

const BATCH = 200;

/**
 * The reminder is sent at nine in the vault's zone, to where the link was sent; until then nothing is sent. A later
 * choice replaces it.
 */
export async function putOff(
  delivery: DeliveryByLink,
  date: CalendarDate,
  now = clock.now(),
): Promise<{ ok: true } | { ok: false; reason: "no_such_day" | "blocked" }> {
  if (!isReminderDay(date, delivery, now)) return { ok: false, reason: "no_such_day" };
  const remindAt = deliveryInstant(date, DEFAULT_DELIVERY_HOUR, delivery.zone);
  const { id: deliveryId, vaultId } = delivery;
  return inTransaction(async (tx) => {
    if (await isBlocked(tx, recipientBehind(delivery))) return { ok: false, reason: "blocked" };
    await recordResponse(tx, { vaultId, deliveryId }, now);
    await tx
      .update(deliveries)
      .set({ remindAt, remindTo: contactOf(delivery), nextStepAt: null, declinedAt: null, updatedAt: now })
      .where(eq(deliveries.id, deliveryId));
    await recordEvent(tx, { vaultId, deliveryId, kind: "put_off", detail: formatDate(date) }, now);
    return { ok: true };
  });
}

/** Sends each reminder once, also after a downtime and on several machines. */
export async function sendRequestedReminders(now = clock.now()): Promise<{ isFull: boolean }> {
  const due = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(lte(deliveries.remindAt, now))
    .orderBy(asc(deliveries.remindAt))
    .limit(BATCH);
  for (const { id } of due) {
    await remind(id, now).catch(async (error: unknown) => {
      log.error({ err: error, deliveryId: id }, "a requested reminder could not be sent; it is tried again in an hour");
      await db
        .update(deliveries)
        .set({ remindAt: addHours(now, 1) })
        .where(and(eq(deliveries.id, id), lte(deliveries.remindAt, now)));
    });
  }
  return { isFull: due.length === BATCH };
}

async function remind(id: string, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, id)).for("update");
    if (!delivery?.remindAt || delivery.remindAt > now) return;
    const { vaultId, recipientName, smsTo, remindAt, remindTo } = delivery;
    await tx.update(deliveries).set({ remindAt: null }).where(eq(deliveries.id, id));
    const [row] = await tx
      .select({ vault: memories, sender: profiles })
      .from(memories)
      .innerJoin(profiles, eq(profiles.id, memories.userId))
      .where(eq(memories.id, vaultId));
    if (!row) return;
    const { vault, sender } = row;
    const senderName = sender.fullName;
    await recordEvent(tx, { vaultId, deliveryId: id, kind: "reminded_as_asked" }, now);
    const uniqueKey = `chosen_reminder:${id}:${remindAt.toISOString()}`;
    const isToPhone = smsTo !== null && remindTo === smsTo;
    if (isToPhone && isSmsConfigured()) {
      const to = { name: recipientName, phone: smsTo as PhoneNumber };
      const isToSelf = isToSender(vault, sender, smsTo);
      const props = { senderName, ...(isToSelf && { isToSelf }), url: smsUrl({ ...delivery, smsTo }) };
      await writeMessage(tx, { kind: "chosen_reminder_sms", uniqueKey, to, props, vaultId, deliveryId: id }, now);
      return;
    }
    // An installation that no longer sends text messages has only the email.
    const recipientEmail = isToPhone ? delivery.recipientEmail : (remindTo ?? delivery.recipientEmail);
    const reached = { ...delivery, recipientEmail };
    // An account that the delivery moved with has no link for its present email.
    const isInAccount = ![delivery.recipientEmail, delivery.firstEmail].includes(recipientEmail);
    await writeMessage(
      tx,
      {
        kind: "chosen_reminder",
        uniqueKey,
        to: { name: recipientName, email: recipientEmail },
        props: {
          recipientName,
          senderName,
          title: decryptTitle(vault) || DISPLAY_TITLE,
          writtenOn: dateIn(vault.deliveryZone, vault.createdAt),
          url: isInAccount ? `${env.BASE_URL}/memories/${vaultId}` : openingUrl(reached),
          ...(isInAccount && { isInAccount }),
          ...((await isGuestAddress(tx, delivery)) && { isGuest: true }),
          ...(isToSender(vault, sender, recipientEmail)
            ? { isToSelf: true }
            : { stopUrl: stopUrlOf({ senderId: vault.userId, email: recipientEmail }) }),
        },
        vaultId,
        deliveryId: id,
      },
      now,
    );
  });
}
