import { randomInt } from "node:crypto";
import { subMinutes } from "date-fns";
import { eq } from "drizzle-orm";
import { isDeliveryMessage } from "~/domain/outbox/lane";
import type { OutboxMessage } from "~/domain/outbox/message.server";
import { nextAttemptAt } from "~/domain/outbox/retry";
import { addresseesOf } from "~/domain/recipients/addressees.server";
import { type LockedDelivery, lockDelivery } from "~/domain/vault/delivery-rows.server";
import { senderOf } from "~/domain/vault/sender.server";
import { transitionDelivery } from "~/domain/vault/transition.server";
import { transitionForEvent } from "~/domain/vault/transitions";
import type { Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { readPhoneNumber } from "~/services/sms/phone-number.server";
import { deliveries, messages } from "~db/schema";
import { recordBounce, recordLost } from "./record-bounce.server";
import { settleVaultStatuses } from "./settle-vault-status.server";
import { writeDeliverySms } from "./try-sms.server";
import { nextGeneration, writeDeliveryMails } from "./write-delivery-mails.server";

/** By how much the provider's clock may be behind. */
const CLOCKS_APART_MINUTES = 1;

type Report = { detail: string; at: Date };

/**
 * For a message that the provider did not deliver for another reason than its address, such as our reputation. A letter
 * is written again, with a Message-Id of its own, for the time of its next attempt; after the last one it has bounced.
 * Other messages are lost, as their content is deleted once they are sent.
 */
export async function recordUndelivered(
  tx: Transaction,
  message: OutboxMessage,
  { detail, at }: Report,
  now: Date,
): Promise<void> {
  const { id: messageId, kind, deliveryId, vaultId, attemptedAt } = message;
  // Of an attempt that was repeated since.
  if (attemptedAt && at < subMinutes(attemptedAt, CLOCKS_APART_MINUTES)) return;
  log.error({ messageId, kind, reason: detail }, "the provider did not deliver a message");
  if (kind === "recipient_confirmation") return;
  if (!isDeliveryMessage(message)) return recordLost(tx, message, { isRefused: false }, now);
  const locked = deliveryId && vaultId ? await lockDelivery(tx, { deliveryId, vaultId }) : undefined;
  if (locked?.delivery.messageId !== messageId || locked.delivery.declinedAt) return;
  const retryAt = nextAttemptAt(message, { failure: "unavailable" }, now, randomInt(1_001) / 1_000);
  if (!retryAt) {
    await recordBounce(tx, message, detail, now);
    return;
  }
  const { vault, delivery } = locked;
  if (!(await transitionDelivery(tx, delivery, transitionForEvent(message, "undelivered"), now, { detail }))) return;
  const again = await writeAgain(tx, locked, message.createdAt);
  await tx
    .update(messages)
    .set({ attempts: message.attempts, nextAttemptAt: retryAt, lastError: detail })
    .where(eq(messages.id, again));
  await tx.update(deliveries).set({ messageId: again }).where(eq(deliveries.id, delivery.id));
  await settleVaultStatuses(tx, [vault], now);
}

/** Returns the new message's id. It is as old as the first one, whose attempts it continues. */
async function writeAgain(tx: Transaction, { vault, delivery }: LockedDelivery, createdAt: Date): Promise<string> {
  const generation = await nextGeneration(tx, delivery);
  const smsTo = delivery.rung === "sms" && readPhoneNumber(delivery.smsTo ?? "");
  if (smsTo) return writeDeliverySms(tx, vault, { ...delivery, generation, smsTo }, createdAt);
  const sender = await senderOf(tx, vault);
  const people = await addresseesOf(tx, vault, { name: sender.fullName, email: sender.email });
  const isGuest = people.find(({ email }) => email === delivery.recipientEmail)?.isGuest;
  const mail = { vault, sender, delivery: { ...delivery, generation }, isGuest };
  const [id] = await writeDeliveryMails(tx, [mail], createdAt);
  if (id === undefined) throw new Error(`Delivery ${delivery.id} has no message.`);
  return id;
}
