import { and, type Column, eq, gt, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { wakeSender, writeMessage } from "~/domain/message/message.server";
import type { Viewer } from "~/domain/vault/can-view";
import { OPEN_STATES, type VaultState } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { hashSecretToken } from "~/services/secret-token.server";
import type { PhoneNumber } from "~/services/text/phone-number.server";
import { deliveries, deliveryEvents, memories, profiles, readingSessions } from "~db/schema";
import { concludeVault } from "./conclude-vault.server";
import { lockDelivery } from "./delivery-rows.server";
import { moveDelivery } from "./move.server";
import { beginSession, CODE_MINUTES, type CodeRefusal, issueCode, redeemCode } from "./one-time-code.server";
import { addressOfLink, deliveryIdIn, isTextLink } from "./opening-link.server";
import { recordEvent } from "./record.server";

/** What the page behind an opening link may show before the code: who wrote, to which place, nothing of the content. */
export type SealedDelivery = {
  id: string;
  memoryId: string;
  recipientName: string;
  recipientEmail: string;
  /** The number that this very link went to by text; null for the link of a mail. */
  phone: PhoneNumber | null;
  senderId: string;
  senderName: string;
  /** In which the sender counted the day. */
  zone: string;
  /** Whether it went to the very person who wrote it. */
  isToSender: boolean;
  remindAt: Date | null;
  declinedAt: Date | null;
  /** Whether the reader who asks has opened it with a code, not long ago. */
  isBeingRead: boolean;
};

/**
 * The delivery behind a link of a mail, or undefined for links that are guessed, changed, outdated or not open yet.
 * `reading` is the token of a reading session, if whoever asks has one.
 */
export async function findDeliveryByLink(
  link: string,
  reading = "",
  now = clock.now(),
): Promise<SealedDelivery | undefined> {
  const id = deliveryIdIn(link);
  if (!id) return undefined;
  const [row] = await db
    .select({
      id: deliveries.id,
      memoryId: deliveries.memoryId,
      recipientName: deliveries.recipientName,
      recipientEmail: deliveries.recipientEmail,
      firstEmail: deliveries.firstEmail,
      textedTo: deliveries.textedTo,
      senderId: memories.userId,
      senderName: profiles.fullName,
      zone: memories.deliveryZone,
      isFutureSelf: memories.isFutureSelf,
      senderEmail: profiles.email,
      remindAt: deliveries.remindAt,
      declinedAt: deliveries.declinedAt,
      isBeingRead: sql`${readingSessions.tokenHash} is not null`.mapWith(Boolean),
      state: memories.state,
    })
    .from(deliveries)
    .innerJoin(memories, eq(memories.id, deliveries.memoryId))
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .leftJoin(readingSessions, and(isSession(reading, now), eq(readingSessions.deliveryId, deliveries.id)))
    .where(eq(deliveries.id, id));
  const isByText = row !== undefined && isTextLink(link, row);
  const address = row && (isByText ? row.recipientEmail : addressOfLink(link, row));
  if (address === undefined || !row || !isOpen(row.state as VaultState)) return undefined;
  const { state: _, firstEmail: __, textedTo, senderEmail, isFutureSelf, ...delivery } = row;
  const phone = isByText ? (textedTo as PhoneNumber) : null;
  return { ...delivery, phone, recipientEmail: address, isToSender: isFutureSelf || address === senderEmail };
}

/** What it takes to write to the place of a delivery, and to open it. */
export type Addressed = Pick<SealedDelivery, "id" | "memoryId" | "recipientName" | "recipientEmail"> &
  Partial<Pick<SealedDelivery, "phone">>;

function isSession(token: string, now: Date) {
  return and(eq(readingSessions.tokenHash, hashSecretToken(token)), gt(readingSessions.expiresAt, now));
}

function isOpen(state: VaultState): boolean {
  return OPEN_STATES.some((open) => open === state);
}

/** Sends a fresh six-digit code to where the link that somebody came by was sent; codes sent before stop working. */
export async function sendOpeningCode(delivery: Addressed, now = clock.now()): Promise<void> {
  const { id: deliveryId, memoryId, recipientName } = delivery;
  const messageId = await inTransaction(async (tx) => {
    const { id, code, expiresAt } = await issueCode(tx, { deliveryId }, now);
    await recordEvent(tx, { memoryId, deliveryId, kind: "code_sent" }, now);
    const message = { uniqueKey: `opening_code:${id}`, memoryId, expiresAt };
    if (delivery.phone) {
      const to = { name: recipientName, phone: delivery.phone };
      return writeMessage(
        tx,
        { ...message, kind: "opening_code_text", to, props: { code, minutes: CODE_MINUTES } },
        now,
      );
    }
    const to = { name: recipientName, address: delivery.recipientEmail };
    const props = { recipientName, code, minutes: CODE_MINUTES };
    return writeMessage(tx, { ...message, kind: "opening_code", to, props }, now);
  });
  await wakeSender(messageId);
}

export type RedeemResult = { ok: true; token: string } | { ok: false; reason: CodeRefusal };

type Redeemed = RedeemResult & { followUps?: string[] };

/** Trades the newest code of a delivery for a reading session. A code works once, and takes five tries at most. */
export async function redeemOpeningCode(delivery: Addressed, code: string, now = clock.now()): Promise<RedeemResult> {
  const { followUps = [], ...result } = await inTransaction(async (tx): Promise<Redeemed> => {
    const reason = await redeemCode(tx, { deliveryId: delivery.id }, code, now);
    if (reason) return { ok: false, reason };
    const token = await beginSession(tx, { deliveryId: delivery.id }, now);
    return { ok: true, token, followUps: await recordOpening(tx, delivery, now) };
  });
  await wakeSender(...followUps);
  return result;
}

/**
 * Opens a delivery for the account whose verified address it went to: logged in they need no code. False for everybody
 * else.
 */
export async function openAsAccount(user: User | undefined, delivery: Addressed, now = clock.now()): Promise<boolean> {
  if (!isAddressee(user, delivery)) return false;
  await wakeSender(...(await inTransaction((tx) => recordOpening(tx, delivery, now))));
  return true;
}

/** Whether a delivery went to the verified address of this account. */
export function isAddressee(user: User | undefined, delivery: { recipientEmail: string }): user is User {
  return user?.isEmailVerified === true && user.email === delivery.recipientEmail;
}

/**
 * The first opening is an event that the sender sees, and the end of every other way that was tried; later ones change
 * nothing. What was declined is taken after all. Answers the ids of messages that follow from it.
 */
export async function recordOpening(
  tx: Transaction,
  { id, memoryId }: { id: string; memoryId: string },
  now: Date,
  by: { isClaimed?: boolean } = {},
): Promise<string[]> {
  const locked = await lockDelivery(tx, { memoryId, deliveryId: id });
  if (!locked) return [];
  await tx.update(deliveries).set({ declinedAt: null }).where(eq(deliveries.id, id));
  if (!(await moveDelivery(tx, locked.delivery, "opened", now, { openedAt: now }))) return [];
  return concludeVault(tx, locked.vault, now, by);
}

/** The line of the record that says that its sender looked into a vault that had been sealed. */
export function sendersReading(memoryId: string | Column) {
  return db
    .select({ id: deliveryEvents.id })
    .from(deliveryEvents)
    .where(and(eq(deliveryEvents.memoryId, memoryId), eq(deliveryEvents.kind, "read_by_sender")));
}

/** Puts on the record that its sender looked into a vault that had been sealed: the first time after its delivery. */
export async function recordSendersReading(memoryId: string, now: Date): Promise<void> {
  const recorded = await sendersReading(memoryId);
  if (recorded.length === 0) {
    await inTransaction((tx) => recordEvent(tx, { memoryId, kind: "read_by_sender" }, now));
  }
}

/** What a reading session opens: one delivery, or what one legacy contact may see; nothing once it has ended. */
export async function findReading(
  token: string,
  now = clock.now(),
): Promise<Pick<Viewer, "openedDeliveryId" | "openedContactId">> {
  const [row] = await db
    .select({ deliveryId: readingSessions.deliveryId, contactId: readingSessions.contactId })
    .from(readingSessions)
    .where(isSession(token, now));
  return {
    ...(row?.deliveryId && { openedDeliveryId: row.deliveryId }),
    ...(row?.contactId && { openedContactId: row.contactId }),
  };
}

/** Closes what a reading session had opened. */
export async function endReading(token: string): Promise<void> {
  await db.delete(readingSessions).where(eq(readingSessions.tokenHash, hashSecretToken(token)));
}
