import { eq } from "drizzle-orm";
import { dateIn } from "~/domain/calendar/delivery-date";
import { findMessage, writeMessage } from "~/domain/outbox/message.server";
import { stopUrlOf } from "~/domain/outbox/stop-link.server";
import { isGuestAddress } from "~/domain/recipients/addressees.server";
import { openingUrl } from "~/domain/recipients/opening-link.server";
import type { DeliveryRow, VaultRow } from "~/domain/vault/delivery-rows.server";
import { recordEvent } from "~/domain/vault/history.server";
import { nextReminderAt } from "~/domain/vault/ladder";
import { isToSender, senderOf } from "~/domain/vault/sender.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import type { Transaction } from "~/services/db.server";
import { deliveries } from "~db/schema";

/** Prefix of the keys of all reminders of the current message. */
export function reminderKeyOf({ id, messageId }: { id: string; messageId: string | null }): string {
  return `reminder:${messageId ?? id}:`;
}

export async function remindRecipient(
  tx: Transaction,
  { vault, delivery }: { vault: VaultRow; delivery: DeliveryRow },
  now: Date,
): Promise<void> {
  const { id, recipientName, recipientEmail } = delivery;
  const reminders = delivery.reminders + 1;
  const nextStepAt = nextReminderAt(reminders, now);
  await tx.update(deliveries).set({ reminders, nextStepAt }).where(eq(deliveries.id, id));
  await recordEvent(tx, { vaultId: vault.id, deliveryId: id, kind: "reminded" }, now);
  const sender = await senderOf(tx, vault);
  const isGuest = await isGuestAddress(tx, delivery);
  await writeMessage(
    tx,
    {
      kind: "delivery_reminder",
      uniqueKey: `${reminderKeyOf(delivery)}${reminders}`,
      to: { name: recipientName, email: recipientEmail },
      props: {
        recipientName,
        senderName: sender.fullName,
        title: decryptTitle(vault) || DISPLAY_TITLE,
        handedOverOn: dateIn(vault.deliveryZone, await sentAt(tx, delivery)),
        url: openingUrl(delivery),
        ...(isGuest && { isGuest }),
        ...(isToSender(vault, sender, recipientEmail)
          ? { isToSelf: true }
          : { stopUrl: stopUrlOf({ senderId: vault.userId, email: recipientEmail }) }),
      },
      vaultId: vault.id,
      deliveryId: id,
    },
    now,
  );
}

/** When the current message left: a corrected letter was sent to this address only then. */
async function sentAt(tx: Transaction, { messageId, createdAt }: DeliveryRow): Promise<Date> {
  const message = messageId ? await findMessage(tx, messageId) : undefined;
  return message?.sentAt ?? message?.createdAt ?? createdAt;
}
