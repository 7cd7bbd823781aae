import { and, eq, isNotNull, lte } from "drizzle-orm";
import { isDeliveryMessage } from "~/domain/outbox/lane";
import type { MessageKind, OutboxMessage } from "~/domain/outbox/message.server";
import { isSenderBlocked } from "~/domain/recipients/block-sender.server";
import { type DeliveryRow, lockDelivery } from "~/domain/vault/delivery-rows.server";
import { isFailed } from "~/domain/vault/events";
import { transitionDelivery } from "~/domain/vault/transition.server";
import { isDeliverable, isOpen } from "~/domain/vault/vault";
import { db, inTransaction } from "~/services/db.server";
import { addressHealth, deliveries, deliveryEvents, memories, openingCodes } from "~db/schema";
import { isCurrentMessage } from "./record-bounce.server";
import { settleVaultStatuses } from "./settle-vault-status.server";

const REMINDERS: MessageKind[] = ["delivery_reminder", "chosen_reminder", "chosen_reminder_sms"];

/**
 * Whether a letter, reminder or request still makes sense, as it may have waited long. Other messages always do. A letter
 * whose recipient has blocked the sender since is recorded as blocked.
 */
export async function stillApplies(message: OutboxMessage): Promise<boolean> {
  const kind = message.kind as MessageKind;
  if (isDeliveryMessage(message)) return isLetterWanted(message);
  if (kind === "recipient_confirmation") return isQuestionOpen(message);
  if (kind === "legacy_request") return isHelpNeeded(message);
  if (!REMINDERS.includes(kind) && kind !== "backup_request") return true;
  if (!message.deliveryId) return true;
  const row = await findDelivery(message.deliveryId);
  if (!row || !isOpen(row)) return false;
  const { delivery } = row;
  if (kind === "backup_request") return isFailed(delivery.state);
  return isReminderWanted(message, delivery);
}

/** With the state of its vault. */
async function findDelivery(id: string) {
  const [row] = await db
    .select({ delivery: deliveries, state: memories.state })
    .from(deliveries)
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .where(eq(deliveries.id, id));
  return row;
}

/** What follows was checked when the letter was written. */
const WAITED_MS = 10_000;

async function isLetterWanted({ id, deliveryId, vaultId, toAddress, ...message }: OutboxMessage): Promise<boolean> {
  const now = message.attemptedAt ?? message.createdAt;
  if (!deliveryId || !vaultId || now.getTime() - message.createdAt.getTime() < WAITED_MS) return true;
  const row = await findDelivery(deliveryId);
  if (!row) return true;
  if (!isOpen(row) || (await isLetterKnown(row.delivery, id))) return false;
  if (!(await isSenderBlocked({ senderId: row.delivery.senderId, recipientEmail: toAddress }))) return true;
  await inTransaction(async (tx) => {
    const locked = await lockDelivery(tx, { deliveryId, vaultId });
    if (locked?.delivery.messageId !== id || !(await transitionDelivery(tx, locked.delivery, "blocked", now))) return;
    await settleVaultStatuses(tx, [locked.vault], now);
  });
  return false;
}

/**
 * Whether this letter needs no further attempt, as its recipient has it by now, or another message replaced it. Who used a
 * claim card may be someone else.
 */
async function isLetterKnown(delivery: DeliveryRow, messageId: string): Promise<boolean> {
  const { id, state, openedAt, declinedAt } = delivery;
  if (delivery.messageId !== messageId || declinedAt) return true;
  if (!openedAt) return state !== "queued";
  const isByCard = and(
    eq(deliveryEvents.deliveryId, id),
    eq(deliveryEvents.kind, "card_used"),
    lte(deliveryEvents.at, openedAt),
  );
  if ((await db.$count(deliveryEvents, and(eq(deliveryEvents.vaultId, delivery.vaultId), isByCard))) === 0) return true;
  const isByCode = and(eq(openingCodes.deliveryId, id), isNotNull(openingCodes.usedAt));
  return (await db.$count(openingCodes, isByCode)) > 0;
}

async function isHelpNeeded({ vaultId }: OutboxMessage): Promise<boolean> {
  const rows = await db
    .select({ state: deliveries.state, vault: { state: memories.state } })
    .from(deliveries)
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .where(eq(deliveries.vaultId, vaultId ?? ""));
  return rows.some(({ vault, state }) => isOpen(vault) && isFailed(state));
}

async function isReminderWanted(message: OutboxMessage, delivery: DeliveryRow): Promise<boolean> {
  if (delivery.declinedAt) return false;
  const isAutomatic = message.kind === "delivery_reminder";
  if (isAutomatic && (delivery.openedAt || !isCurrentMessage(message, delivery))) return false;
  const { recipientEmail, firstEmail, smsTo, senderId } = delivery;
  const contacts = isAutomatic ? [recipientEmail] : [recipientEmail, firstEmail, smsTo];
  if (!contacts.includes(message.toAddress)) return false;
  return !(await isSenderBlocked({ senderId, recipientEmail: message.toAddress }));
}

async function isQuestionOpen({ vaultId, toAddress }: OutboxMessage): Promise<boolean> {
  if (!vaultId) return true;
  const [row] = await db
    .select({ vault: memories, answer: addressHealth.answer })
    .from(memories)
    .innerJoin(addressHealth, and(eq(addressHealth.vaultId, memories.id), eq(addressHealth.email, toAddress)))
    .where(eq(memories.id, vaultId));
  if (!row || row.answer || !isDeliverable(row.vault)) return false;
  const { isMemoryBoard, recipientEmail, secondEmail } = row.vault;
  if (!isMemoryBoard && ![recipientEmail, secondEmail].includes(toAddress)) return false;
  return !(await isSenderBlocked({ senderId: row.vault.userId, recipientEmail: toAddress }));
}
