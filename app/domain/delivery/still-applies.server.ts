import { and, eq, isNotNull, lte } from "drizzle-orm";
import { othersOf } from "~/domain/address-health/addresses.server";
import { noteLostGift } from "~/domain/billing/gift-mail.server";
import { isStillAsked } from "~/domain/legacy/notify-contacts.server";
import { type MessageKind, type OutboxMessage, readProps } from "~/domain/outbox/message.server";
import { isStillWanted } from "~/domain/outbox/still-wanted.server";
import { isSenderBlocked } from "~/domain/recipients/block-sender.server";
import { type DeliveryRow, type LockedDelivery, lockDelivery } from "~/domain/vault/delivery-rows.server";
import { type DeliveryState, isArrived, isFailed } from "~/domain/vault/events";
import { transitionDelivery } from "~/domain/vault/transition.server";
import { isDeliverable, isOpen } from "~/domain/vault/vault";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { addressHealth, deliveries, deliveryEvents, memories, openingCodes, profiles } from "~db/schema";
import { escalate, recordBlocked } from "./escalate.server";
import { isCurrentMessage } from "./record-bounce.server";
import { settleVaultStatuses } from "./settle-vault-status.server";
import {
  hasWaited,
  idInKey,
  isAddressTroubled,
  isAnswerWanted,
  isCodeOpen,
  isErasurePlanned,
  isFreshLinkLive,
  isGiftOpen,
  isGiftStillLost,
  isGuestLinkLive,
  isHostInvited,
  isLinkOpen,
  isProposalOpen,
  isReportOpen,
  isRequestOpen,
  isUncancelled,
  isUnverified,
  isWaitOpen,
  stateOf,
  timeOf,
} from "./still-open.server";

/** Other messages apply until their vault is cancelled. */
const CHECKS: Partial<Record<MessageKind, (message: OutboxMessage) => Promise<boolean>>> = {
  delivery: isLetterWanted,
  delivery_sms: isLetterWanted,
  delivery_reminder: isReminderWanted,
  chosen_reminder: isReminderWanted,
  chosen_reminder_sms: isReminderWanted,
  recipient_confirmation: isQuestionOpen,
  backup_request: isAddressWanted,
  legacy_request: (message) => isStillAsked(idInKey(message), message.toAddress, message.vaultId ?? ""),
  blocked_notice: (message) => isDeliveryIn(idInKey(message), isFailed),
  not_delivered: (message) => isDeliveryIn(idInKey(message), isFailed),
  trying_another_way: (message) => isDeliveryIn(idInKey(message), (state) => !isArrived(state)),
  ending_soon: isEnding,
  ending_soon_sms: async (message) => (await isEnding(message)) && isTextWanted(message),
  answer_notice: isAnswerWanted,
  answer_notice_sms: async (message) => (await isTextWanted(message)) && isAnswerWanted(message),
  delivered_notice: async ({ vaultId }) => (await stateOf(vaultId)) === "delivered",
  proposed_address: isProposalOpen,
  legacy_wait: isWaitOpen,
  legacy_open: isRequestOpen,
  legacy_ending: isRequestOpen,
  gift: isGiftOpen,
  gift_refunded: isGiftStillLost,
  opening_code: isCodeOpen,
  opening_code_sms: isCodeOpen,
  verify_address: isLinkOpen,
  password_reset: isLinkOpen,
  sign_in_link: isLinkOpen,
  change_email: isLinkOpen,
  verify_reminder: isUnverified,
  address_trouble: isAddressTroubled,
  erasure_planned: isErasurePlanned,
  host_invitation: isHostInvited,
  guest_link: isGuestLinkLive,
  board_report: isReportOpen,
  fresh_link: isFreshLinkLive,
  fresh_link_sms: isFreshLinkLive,
};

/**
 * Whether a message still makes sense, as it may have waited long. A letter whose recipient has blocked the sender
 * since is recorded as blocked, a text message as given up, and the mail of a gift as lost.
 */
export async function stillApplies(message: OutboxMessage): Promise<boolean> {
  if (hasWaited(message) && !(await isStillWanted(message))) {
    if (message.kind === "gift" && (await isGiftOpen(message)))
      await inTransaction((tx) => noteLostGift(tx, message, timeOf(message)));
    return false;
  }
  const check = CHECKS[message.kind as MessageKind];
  return check ? check(message) : isUncancelled(message);
}

async function isDeliveryIn(id: string | null, isRight: (state: DeliveryState) => boolean): Promise<boolean> {
  const row = await findDelivery(id ?? "");
  return row !== undefined && isOpen(row) && isRight(row.delivery.state);
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

async function isLetterWanted(message: OutboxMessage): Promise<boolean> {
  const { id, deliveryId, vaultId, toAddress } = message;
  const now = timeOf(message);
  if (!deliveryId || !vaultId || !hasWaited(message)) return true;
  const row = await findDelivery(deliveryId);
  if (!row) return true;
  if (!isOpen(row) || (await isLetterKnown(row.delivery, id))) return false;
  if (!(await isSenderBlocked({ senderId: row.delivery.senderId, recipientEmail: toAddress }))) return true;
  await inTransaction(async (tx) => {
    const locked = await lockDelivery(tx, { deliveryId, vaultId });
    if (locked?.delivery.messageId !== id || !(await endRung(tx, message, locked, now))) return;
    await settleVaultStatuses(tx, [locked.vault], now);
  });
  return false;
}

/** A number that blocks the sender says nothing about the recipient's other contacts: the ladder goes on. */
async function endRung(
  tx: Transaction,
  { channel }: OutboxMessage,
  { vault, delivery }: LockedDelivery,
  now: Date,
): Promise<boolean> {
  if (channel !== "sms") return recordBlocked(tx, vault, delivery, now);
  if (!(await transitionDelivery(tx, delivery, "sms_given_up", now))) return false;
  await escalate(tx, { vault, delivery, reason: "", now });
  return true;
}

/**
 * Whether this letter needs no further attempt, as its recipient has it or another message replaced it. An opening by
 * claim card may be someone else's.
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

async function isAddressWanted({ deliveryId }: OutboxMessage): Promise<boolean> {
  const row = await findDelivery(deliveryId ?? "");
  if (!row || !isOpen(row) || !isFailed(row.delivery.state)) return false;
  const { senderId, recipientEmail } = row.delivery;
  return !(await isSenderBlocked({ senderId, recipientEmail }));
}

async function isReminderWanted(message: OutboxMessage): Promise<boolean> {
  const row = await findDelivery(message.deliveryId ?? "");
  if (!row || !isOpen(row) || row.delivery.declinedAt) return false;
  const { delivery } = row;
  const isAutomatic = message.kind === "delivery_reminder";
  if (isAutomatic && (delivery.openedAt || !isCurrentMessage(message, delivery))) return false;
  const { recipientEmail, firstEmail, smsTo, remindTo, senderId } = delivery;
  // An account that the delivery moved with is reminded at its present email.
  const contacts = isAutomatic ? [recipientEmail] : [recipientEmail, firstEmail, smsTo, remindTo];
  if (!contacts.includes(message.toAddress)) return false;
  return !(await isSenderBlocked({ senderId, recipientEmail: message.toAddress }));
}

/** The owner of a held vault may have given another address since. */
async function isEnding(message: OutboxMessage): Promise<boolean> {
  const { held } = readProps(message) as { held?: string };
  return (await stateOf(message.vaultId)) === (held ? "held" : "delivered");
}

/** The number may have blocked the sender since. */
async function isTextWanted({ vaultId, toAddress }: OutboxMessage): Promise<boolean> {
  const [vault] = await db
    .select({ state: memories.state, senderId: memories.userId })
    .from(memories)
    .where(eq(memories.id, vaultId ?? ""));
  if (!vault || vault.state === "cancelled") return false;
  return !(await isSenderBlocked({ senderId: vault.senderId, recipientEmail: toAddress }));
}

async function isQuestionOpen({ vaultId, toAddress }: OutboxMessage): Promise<boolean> {
  if (!vaultId) return true;
  const [row] = await db
    .select({ vault: memories, sender: profiles, answer: addressHealth.answer })
    .from(memories)
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .innerJoin(addressHealth, and(eq(addressHealth.vaultId, memories.id), eq(addressHealth.email, toAddress)))
    .where(eq(memories.id, vaultId));
  if (!row || row.answer || !isDeliverable(row.vault)) return false;
  // The link works for them only.
  const others = await othersOf(db, row.vault, row.sender);
  if (!others.some(({ email }) => email === toAddress)) return false;
  return !(await isSenderBlocked({ senderId: row.vault.userId, recipientEmail: toAddress }));
}
