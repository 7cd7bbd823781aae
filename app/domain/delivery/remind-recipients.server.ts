import { asc, eq, lte } from "drizzle-orm";
import { wakeSender, writeMessage } from "~/domain/message/message.server";
import { dateIn } from "~/domain/vault/delivery-date";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { deliveries, memories, profiles } from "~db/schema";
import { isReminderLeft, nextReminderAt } from "./ladder";
import { openingUrl } from "./opening-link.server";
import { recordEvent } from "./record.server";

const BATCH = 200;

/**
 * Reminds recipients of what was handed over to them and not opened, twice at most. Works after any downtime: whoever
 * was due for two gets one now, and the other after its own wait. May run at any time, also at once on several machines.
 */
export async function remindRecipients(now = clock.now()): Promise<{ isFull: boolean }> {
  const due = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(lte(deliveries.nextStepAt, now))
    .orderBy(asc(deliveries.nextStepAt))
    .limit(BATCH);
  for (const { id } of due) {
    const messageId = await remind(id, now);
    if (messageId) await wakeSender(messageId);
  }
  return { isFull: due.length === BATCH };
}

async function remind(id: string, now: Date): Promise<string | undefined> {
  return inTransaction(async (tx) => {
    const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, id)).for("update");
    if (!delivery?.nextStepAt || delivery.nextStepAt > now) return undefined;
    const [row] = await tx
      .select({ vault: memories, senderName: profiles.fullName })
      .from(memories)
      .innerJoin(profiles, eq(profiles.id, memories.userId))
      .where(eq(memories.id, delivery.memoryId));
    const { reminders, messageId, memoryId } = delivery;
    const hasAnswered = delivery.declinedAt !== null || delivery.remindAt !== null;
    const isSilent = !hasAnswered && (delivery.state === "sent" || delivery.state === "arrived");
    if (!row || !isSilent || !isReminderLeft(reminders)) {
      await tx.update(deliveries).set({ nextStepAt: null }).where(eq(deliveries.id, id));
      return undefined;
    }
    const nextStepAt = nextReminderAt(reminders + 1, now);
    await tx
      .update(deliveries)
      .set({ reminders: reminders + 1, nextStepAt })
      .where(eq(deliveries.id, id));
    await recordEvent(tx, { memoryId, deliveryId: id, kind: "reminded" }, now);
    const { recipientName, recipientEmail } = delivery;
    return writeMessage(
      tx,
      {
        kind: "delivery_reminder",
        uniqueKey: `reminder:${messageId ?? id}:${reminders + 1}`,
        to: { name: recipientName, address: recipientEmail },
        props: {
          recipientName,
          senderName: row.senderName,
          title: decryptTitle(row.vault) || DISPLAY_TITLE,
          handedOverOn: dateIn(row.vault.deliveryZone, delivery.createdAt),
          url: openingUrl(delivery),
        },
        memoryId,
        deliveryId: id,
      },
      now,
    );
  });
}
