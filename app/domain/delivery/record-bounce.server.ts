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

/** For a bounced letter, reminder or address question. Bounces of older messages have no effect. */
export async function recordBounce(tx: Transaction, message: OutboxMessage, detail: string, now: Date): Promise<void> {
  const { deliveryId, vaultId } = message;
  if (!deliveryId || !vaultId) return;
  const locked = await lockDelivery(tx, { deliveryId, vaultId });
  // A recipient who declined has received it.
  if (!locked || !isCurrentMessage(message, locked.delivery) || locked.delivery.declinedAt) return;
  const { vault, delivery } = locked;
  const isQuestion = isFailed(delivery.state);
  if (isQuestion && delivery.messageId !== message.id) return;
  if (isQuestion) await recordEvent(tx, { vaultId, deliveryId, kind: "ask_failed", detail }, now);
  else if (!(await transitionDelivery(tx, delivery, transitionForEvent(message, "bounced"), now, { detail }))) return;
  await escalate(tx, { vault, delivery, reason: detail, now });
  await settleVaultStatuses(tx, [vault], now);
}

/** Also true for reminders of the current message. */
export function isCurrentMessage({ id, uniqueKey }: OutboxMessage, delivery: DeliveryRow): boolean {
  return id === delivery.messageId || uniqueKey.startsWith(reminderKeyOf(delivery));
}
