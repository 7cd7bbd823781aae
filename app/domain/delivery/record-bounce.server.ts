import type { OutboxMessage } from "~/domain/outbox/message.server";
import { type DeliveryRow, lockDelivery } from "~/domain/vault/delivery-rows.server";
import { isFailed } from "~/domain/vault/events";
import { recordEvent } from "~/domain/vault/history.server";
import { transitionDelivery } from "~/domain/vault/transition.server";
import { transitionForEvent } from "~/domain/vault/transitions";
import type { Transaction } from "~/services/db.server";
import { escalate } from "./escalate.server";
import { reminderKeyOf } from "./remind-recipient.server";
import { settleVaultStatuses } from "./settle-vault-status.server";

/**
 * Takes the next rung after a message about a delivery came back: the letter itself or a reminder of it, or the question
 * to somebody who was asked for an address. What is said of older messages changes nothing. Answers the ids of messages
 * that follow from it.
 */
export async function recordBounce(
  tx: Transaction,
  message: OutboxMessage,
  detail: string,
  now: Date,
): Promise<string[]> {
  const { deliveryId, vaultId } = message;
  if (!deliveryId || !vaultId) return [];
  const locked = await lockDelivery(tx, { deliveryId, vaultId });
  // Whoever declined it has had it: nobody looks for another way to them.
  if (!locked || !isAboutPresent(message, locked.delivery) || locked.delivery.declinedAt) return [];
  const { vault, delivery } = locked;
  const isQuestion = isFailed(delivery.state);
  if (isQuestion && delivery.messageId !== message.id) return [];
  if (isQuestion) await recordEvent(tx, { vaultId, deliveryId, kind: "ask_failed", detail }, now);
  else if (!(await transitionDelivery(tx, delivery, transitionForEvent(message, "bounced"), now, { detail })))
    return [];
  const escalated = await escalate(tx, { vault, delivery, reason: detail, now });
  return [...escalated, ...(await settleVaultStatuses(tx, [vault], now))];
}

/** Whether a message is what the delivery's rung wrote last, or a reminder of that. */
export function isAboutPresent({ id, uniqueKey }: OutboxMessage, delivery: DeliveryRow): boolean {
  return id === delivery.messageId || uniqueKey.startsWith(reminderKeyOf(delivery));
}
