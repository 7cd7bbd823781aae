import { and, eq, inArray } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import {
  CODE_MINUTES,
  type CodeRefusal,
  type CodeScope,
  createReadingSession,
  issueCode,
  redeemCode,
} from "~/domain/codes/one-time-code.server";
import { settleVaultStatuses } from "~/domain/delivery/settle-vault-status.server";
import { writeMessage } from "~/domain/outbox/message.server";
import { type DeliveryByLink, isAddressee, isSession } from "~/domain/recipients/delivery-by-link.server";
import { type Contact, contactOf } from "~/domain/recipients/opening-link.server";
import { lockDelivery } from "~/domain/vault/delivery-rows.server";
import { recordEvent } from "~/domain/vault/history.server";
import { transitionDelivery } from "~/domain/vault/transition.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { hashSecretToken } from "~/services/secret-token.server";
import { deliveries, readingSessions } from "~db/schema";
import type { Viewer } from "./can-view";
import { type ReplaceableLink, replaceSpentLink } from "./replaced-link.server";

export type OpenableDelivery = Contact &
  Pick<DeliveryByLink, "id" | "vaultId" | "recipientName"> &
  Partial<Pick<DeliveryByLink, "movedTo">>;

/** Sends a new six-digit code to the link's email or phone. It works in `browser` only, see `issueCode`. */
export async function sendOpeningCode(delivery: OpenableDelivery, browser: string, now = clock.now()): Promise<void> {
  const { id: deliveryId, vaultId, recipientName } = delivery;
  await inTransaction(async (tx) => {
    const { id, code, expiresAt } = await issueCode(tx, { deliveryId }, browser, now);
    await recordEvent(tx, { vaultId, deliveryId, kind: "code_sent" }, now);
    const message = { uniqueKey: `opening_code:${id}`, vaultId, expiresAt };
    if (delivery.phone) {
      const to = { name: recipientName, phone: delivery.phone };
      await writeMessage(tx, { ...message, kind: "opening_code_sms", to, props: { code, minutes: CODE_MINUTES } }, now);
      return;
    }
    const to = { name: recipientName, email: delivery.recipientEmail };
    const props = { recipientName, code, minutes: CODE_MINUTES };
    await writeMessage(tx, { ...message, kind: "opening_code", to, props }, now);
  });
}

/** `isFirst`: it was never opened before. */
export type RedeemResult =
  | { ok: true; token: string; isFirst: boolean }
  | { ok: false; reason: CodeRefusal | "link_replaced" };

/**
 * Redeems the newest code of a delivery, which works once and allows five tries. `token` is the new reading session's.
 * After too many wrong ones the link is replaced.
 */
export async function redeemOpeningCode(
  delivery: OpenableDelivery & ReplaceableLink,
  browser: string,
  code: string,
  now = clock.now(),
): Promise<RedeemResult> {
  return inTransaction(async (tx): Promise<RedeemResult> => {
    const reason = await redeemCode(tx, { deliveryId: delivery.id }, browser, code, now);
    if (reason && (await replaceSpentLink(tx, delivery, now))) return { ok: false, reason: "link_replaced" };
    if (reason) return { ok: false, reason };
    const token = await createReadingSession(tx, { deliveryId: delivery.id }, now, {
      sentTo: contactOf(delivery),
    });
    const isFirst = await recordOpening(tx, delivery, now);
    return { ok: true, token, isFirst };
  });
}

/** Opens a delivery without a code for the account whose verified email it went to. Undefined for other users. */
export async function openAsAccount(
  user: User | undefined,
  delivery: OpenableDelivery,
  now = clock.now(),
): Promise<{ isFirst: boolean } | undefined> {
  if (!isAddressee(user, delivery)) return undefined;
  return { isFirst: await inTransaction((tx) => recordOpening(tx, delivery, now)) };
}

/**
 * Records the first opening, which ends the other attempts to reach the recipient and cancels a refusal. Returns
 * whether it was the first; later ones change nothing.
 */
export async function recordOpening(
  tx: Transaction,
  { id, vaultId }: { id: string; vaultId: string },
  now: Date,
  by: { isClaimed?: boolean } = {},
): Promise<boolean> {
  const locked = await lockDelivery(tx, { vaultId, deliveryId: id });
  if (!locked) return false;
  await tx.update(deliveries).set({ declinedAt: null }).where(eq(deliveries.id, id));
  if (!(await transitionDelivery(tx, locked.delivery, "opened", now, { openedAt: now }))) return false;
  await settleVaultStatuses(tx, [locked.vault], now, by);
  return true;
}

/** What the reading sessions with these tokens open. Leaves out expired ones. */
export async function findReadings(
  tokens: string[],
  now = clock.now(),
): Promise<Pick<Viewer, "openedDeliveryIds" | "claimedDeliveryIds" | "openedContactIds" | "codesTo">> {
  if (tokens.length === 0) return {};
  const rows = await db
    .select({
      deliveryId: readingSessions.deliveryId,
      contactId: readingSessions.contactId,
      isByCard: readingSessions.isByCard,
      sentTo: readingSessions.sentTo,
    })
    .from(readingSessions)
    .where(isSession(tokens, now));
  const deliveriesBy = (card: boolean) =>
    rows.flatMap(({ deliveryId, isByCard }) => (isByCard === card && deliveryId) || []);
  return {
    openedDeliveryIds: deliveriesBy(false),
    claimedDeliveryIds: deliveriesBy(true),
    openedContactIds: rows.flatMap(({ contactId }) => contactId ?? []),
    codesTo: Object.fromEntries(
      rows.flatMap(({ deliveryId, sentTo }) => (deliveryId && sentTo ? [[deliveryId, sentTo]] : [])),
    ),
  };
}

/** Ends those of these sessions that opened this delivery, or what this contact may see. */
export async function endReadingsOf({ deliveryId, contactId }: CodeScope, tokens: string[]): Promise<void> {
  if (tokens.length === 0) return;
  const ofScope = deliveryId
    ? eq(readingSessions.deliveryId, deliveryId)
    : eq(readingSessions.contactId, contactId ?? "");
  await db.delete(readingSessions).where(and(inArray(readingSessions.tokenHash, tokens.map(hashSecretToken)), ofScope));
}

export async function endReadings(tokens: string[]): Promise<void> {
  if (tokens.length === 0) return;
  await db.delete(readingSessions).where(inArray(readingSessions.tokenHash, tokens.map(hashSecretToken)));
}
