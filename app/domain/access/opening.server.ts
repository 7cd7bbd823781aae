import { and, type Column, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import {
  beginSession,
  CODE_MINUTES,
  type CodeRefusal,
  issueCode,
  redeemCode,
} from "~/domain/codes/one-time-code.server";
import { settleVaultStatuses } from "~/domain/delivery/settle-vault-status.server";
import { wakeSender, writeMessage } from "~/domain/outbox/message.server";
import { isAddressee, isSession, type SealedDelivery } from "~/domain/recipients/delivery-by-link.server";
import { lockDelivery } from "~/domain/vault/delivery-rows.server";
import { recordEvent } from "~/domain/vault/history.server";
import { transitionDelivery } from "~/domain/vault/transition.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { hashSecretToken } from "~/services/secret-token.server";
import { deliveries, deliveryEvents, readingSessions } from "~db/schema";
import type { Viewer } from "./can-view";

/** What it takes to write to the place of a delivery, and to open it. */
export type Addressed = Pick<SealedDelivery, "id" | "vaultId" | "recipientName" | "recipientEmail"> &
  Partial<Pick<SealedDelivery, "phone">>;

/** Sends a fresh six-digit code to where the link that somebody came by was sent; codes sent before stop working. */
export async function sendOpeningCode(delivery: Addressed, now = clock.now()): Promise<void> {
  const { id: deliveryId, vaultId, recipientName } = delivery;
  const messageId = await inTransaction(async (tx) => {
    const { id, code, expiresAt } = await issueCode(tx, { deliveryId }, now);
    await recordEvent(tx, { vaultId, deliveryId, kind: "code_sent" }, now);
    const message = { uniqueKey: `opening_code:${id}`, vaultId, expiresAt };
    if (delivery.phone) {
      const to = { name: recipientName, phone: delivery.phone };
      return writeMessage(
        tx,
        { ...message, kind: "opening_code_sms", to, props: { code, minutes: CODE_MINUTES } },
        now,
      );
    }
    const to = { name: recipientName, email: delivery.recipientEmail };
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

/**
 * The first opening is an event that the sender sees, and the end of every other way that was tried; later ones change
 * nothing. What was declined is taken after all. Answers the ids of messages that follow from it.
 */
export async function recordOpening(
  tx: Transaction,
  { id, vaultId }: { id: string; vaultId: string },
  now: Date,
  by: { isClaimed?: boolean } = {},
): Promise<string[]> {
  const locked = await lockDelivery(tx, { vaultId, deliveryId: id });
  if (!locked) return [];
  await tx.update(deliveries).set({ declinedAt: null }).where(eq(deliveries.id, id));
  if (!(await transitionDelivery(tx, locked.delivery, "opened", now, { openedAt: now }))) return [];
  return settleVaultStatuses(tx, [locked.vault], now, by);
}

/** The line of the record that says that its sender looked into a vault that had been sealed. */
export function sendersReading(vaultId: string | Column) {
  return db
    .select({ id: deliveryEvents.id })
    .from(deliveryEvents)
    .where(and(eq(deliveryEvents.vaultId, vaultId), eq(deliveryEvents.kind, "read_by_sender")));
}

/** Puts on the record that its sender looked into a vault that had been sealed: the first time after its delivery. */
export async function recordSendersReading(vaultId: string, now: Date): Promise<void> {
  const recorded = await sendersReading(vaultId);
  if (recorded.length === 0) {
    await inTransaction((tx) => recordEvent(tx, { vaultId, kind: "read_by_sender" }, now));
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
