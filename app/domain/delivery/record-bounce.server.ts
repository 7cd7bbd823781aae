import { and, eq } from "drizzle-orm";
import { noteFailedMail } from "~/domain/account/failed-mail.server";
import { noteLostGift } from "~/domain/billing/gift-mail.server";
import { noteLostInvitation } from "~/domain/legacy/contacts.server";
import { removeSubscriber } from "~/domain/newsletter/subscribe.server";
import type { OutboxMessage } from "~/domain/outbox/message.server";
import { type DeliveryRow, lockDelivery } from "~/domain/vault/delivery-rows.server";
import { isFailed } from "~/domain/vault/events";
import { recordEvent } from "~/domain/vault/history.server";
import { transitionDelivery } from "~/domain/vault/transition.server";
import { transitionForEvent } from "~/domain/vault/transitions";
import { isOpen } from "~/domain/vault/vault";
import type { Transaction } from "~/services/db.server";
import { deliveries, memories } from "~db/schema";
import { isAddressGiven } from "./awaited-answer.server";
import { escalate } from "./escalate.server";
import { isAnswered } from "./record-response.server";
import { reminderKeyOf } from "./remind-recipient.server";
import { settleVaultStatuses } from "./settle-vault-status.server";
import { idInKey } from "./still-open.server";

/**
 * Records the bounce of a letter, reminder or address question. Returns false, changing nothing, for older messages and
 * for vaults that were cancelled.
 */
export async function recordBounce(
  tx: Transaction,
  message: OutboxMessage,
  detail: string,
  now: Date,
): Promise<boolean> {
  const results: boolean[] = [];
  for (const about of await listAwaiting(tx, message)) results.push(await bounce(tx, message, about, detail, now));
  return results.includes(true);
}

type About = { deliveryId: string; vaultId: string };

/** The deliveries that wait for an answer to the message. Legacy contacts are asked about a vault, not one delivery. */
async function listAwaiting(tx: Transaction, { id, vaultId, deliveryId }: OutboxMessage): Promise<About[]> {
  if (!vaultId) return [];
  if (deliveryId) return [{ deliveryId, vaultId }];
  const awaiting = and(eq(deliveries.vaultId, vaultId), eq(deliveries.messageId, id));
  const rows = await tx.select({ deliveryId: deliveries.id }).from(deliveries).where(awaiting);
  return rows.map((row) => ({ ...row, vaultId }));
}

async function bounce(
  tx: Transaction,
  message: OutboxMessage,
  { deliveryId, vaultId }: About,
  detail: string,
  now: Date,
): Promise<boolean> {
  const locked = await lockDelivery(tx, { deliveryId, vaultId });
  if (!locked || !isCurrentMessage(message, locked.delivery)) return false;
  const { vault, delivery } = locked;
  if (await isAnswered(tx, message, delivery)) return false;
  if (!isOpen(vault)) return false;
  const isQuestion = isFailed(delivery.state);
  if (isQuestion && delivery.messageId !== message.id) return false;
  if (isQuestion) await recordEvent(tx, { vaultId, deliveryId, kind: "ask_failed", detail }, now);
  else if (!(await transitionDelivery(tx, delivery, transitionForEvent(message, "bounced"), now, { detail })))
    return false;
  // The next rung would replace an address that a contact gave.
  if (isQuestion && (await isAddressGiven(tx, delivery))) return true;
  await escalate(tx, { vault, delivery, reason: detail, now });
  await settleVaultStatuses(tx, [vault], now);
  return true;
}

/** For a message other than a letter that is given up or came back. */
export async function recordGivenUp(
  tx: Transaction,
  message: OutboxMessage,
  { isRefused, detail }: { isRefused: boolean; detail: string },
  now: Date,
): Promise<void> {
  // An outage says nothing about the address of a letter.
  const isAboutAddress = message.kind !== "delivery_reminder" || isRefused;
  const isNews = isAboutAddress && (await recordBounce(tx, message, detail, now));
  if (!isNews) await recordLost(tx, message, { isRefused }, now);
}

/** For a message that is not about a delivery: it is shown on the vault's record, or in the person's account. */
async function recordLost(
  tx: Transaction,
  message: OutboxMessage,
  about: { isRefused: boolean },
  now: Date,
): Promise<void> {
  if (await noteFailedMail(tx, message, about, now)) return;
  if (await noteLostInvitation(tx, message)) return;
  if (await noteLostGift(tx, message, now)) return;
  if (message.kind === "newsletter_issue" && about.isRefused) return removeSubscriber(tx, idInKey(message));
  const { vaultId, deliveryId, toName } = message;
  if (!vaultId || (await tx.$count(memories, eq(memories.id, vaultId))) === 0) return;
  if (deliveryId && REMINDERS.includes(message.kind) && !(await isStillRelevant(tx, deliveryId, message.toAddress)))
    return;
  await recordEvent(tx, { vaultId, ...(deliveryId && { deliveryId }), kind: "message_lost", detail: toName }, now);
}

const REMINDERS = ["delivery_reminder", "chosen_reminder", "chosen_reminder_sms"];

/** A lost reminder to an address that was corrected since does not matter. */
async function isStillRelevant(tx: Transaction, deliveryId: string, address: string): Promise<boolean> {
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, deliveryId));
  if (!delivery) return false;
  const { recipientEmail, firstEmail, smsTo, remindTo } = delivery;
  const isTheirs = [recipientEmail, firstEmail, smsTo, remindTo].includes(address);
  return isTheirs && delivery.state !== "opened" && !delivery.declinedAt;
}

/** Also true for reminders of the current message. */
export function isCurrentMessage({ id, uniqueKey }: OutboxMessage, delivery: DeliveryRow): boolean {
  return id === delivery.messageId || uniqueKey.startsWith(reminderKeyOf(delivery));
}
