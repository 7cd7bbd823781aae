import { and, eq, gt, inArray } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import {
  CODE_MINUTES,
  type CodeRefusal,
  type CodeScope,
  createReadingSession,
  findEnteredCode,
  findUsableCode,
  inScope,
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
import { db, inTransaction, type Queryable, type Transaction } from "~/services/db.server";
import { repeatableSince } from "~/services/repeats.server";
import { hashSecretToken } from "~/services/secret-token.server";
import { deliveries, messages, readingSessions } from "~db/schema";
import type { Viewer } from "./can-view";
import { type ReplaceableLink, replaceSpentLink } from "./replaced-link.server";

export type OpenableDelivery = Contact &
  Pick<DeliveryByLink, "id" | "vaultId" | "recipientName"> &
  Partial<Pick<DeliveryByLink, "movedTo">>;

/** Sends a new six-digit code to the link's email or phone. It works in `browser` only, see `issueCode`. */
export async function sendOpeningCode(delivery: OpenableDelivery, browser: string, now = clock.now()): Promise<void> {
  const { id: deliveryId, vaultId, recipientName } = delivery;
  await inTransaction(async (tx) => {
    const issued = await issueCode(tx, { deliveryId }, browser, now, (code) => wasSentTo(delivery, code, tx));
    if (!issued) return;
    const { id, code, expiresAt } = issued;
    await recordEvent(tx, { vaultId, deliveryId, kind: "code_sent" }, now);
    const message = { uniqueKey: codeMessage(id), vaultId, expiresAt };
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

const codeMessage = (codeId: string) => `opening_code:${codeId}`;

/** Whether `browser` can still enter a code that was sent to where the link was. */
export async function hasOpeningCode(delivery: OpenableDelivery, browser: string, now = clock.now()): Promise<boolean> {
  const code = await findUsableCode({ deliveryId: delivery.id }, browser, now);
  return code !== undefined && wasSentTo(delivery, code);
}

async function wasSentTo(delivery: OpenableDelivery, code: string, queryable: Queryable = db): Promise<boolean> {
  const sent = and(eq(messages.uniqueKey, codeMessage(code)), eq(messages.toAddress, contactOf(delivery)));
  return (await queryable.$count(messages, sent)) > 0;
}

/** `isFirst`: it was not opened before, or in the last minute. */
export type RedeemResult =
  | { ok: true; token: string; isFirst: boolean }
  | { ok: false; reason: CodeRefusal | "link_replaced" };

/**
 * Redeems the newest code of a delivery (see `redeemCode`), which must have been sent to where the link was. It works
 * once and allows five tries. `token` is the new reading session's. After too many wrong ones the link is replaced.
 */
export async function redeemOpeningCode(
  delivery: OpenableDelivery & ReplaceableLink,
  browser: string,
  code: string,
  now = clock.now(),
): Promise<RedeemResult> {
  const entered = await findEnteredCode({ deliveryId: delivery.id }, browser, now);
  if (entered && !(await wasSentTo(delivery, entered))) return { ok: false, reason: "expired" };
  return inTransaction(async (tx): Promise<RedeemResult> => {
    const reason = await redeemCode(tx, { deliveryId: delivery.id }, browser, code, now);
    if (reason && (await replaceSpentLink(tx, delivery, now))) return { ok: false, reason: "link_replaced" };
    if (reason) return { ok: false, reason };
    const token = await createReadingSession(tx, { deliveryId: delivery.id }, now, {
      sentTo: contactOf(delivery),
    });
    const isFirst = (await recordOpening(tx, delivery, now)) || (await wasJustOpened(tx, delivery.id, now));
    return { ok: true, token, isFirst };
  });
}

/** The browser drops the response to the first of two presses, and the letter should unfold for the second as well. */
async function wasJustOpened(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const lately = gt(deliveries.openedAt, repeatableSince(now));
  return (await tx.$count(deliveries, and(eq(deliveries.id, id), lately))) > 0;
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
 * Records the first opening, which ends the other attempts to reach the recipient and cancels a refusal, unless it
 * was by claim card, which anyone may hold. Returns whether it was the first; later ones change nothing.
 */
export async function recordOpening(
  tx: Transaction,
  { id, vaultId }: { id: string; vaultId: string },
  now: Date,
  by: { isClaimed?: boolean } = {},
): Promise<boolean> {
  const locked = await lockDelivery(tx, { vaultId, deliveryId: id });
  if (!locked) return false;
  const opened = { openedAt: now, ...(!by.isClaimed && { declinedAt: null }) };
  if (!(await transitionDelivery(tx, locked.delivery, "opened", now, opened))) return false;
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

/** Ends those of one delivery or contact. Returns the tokens of the others. */
export async function endReadingsOf(scope: CodeScope, tokens: string[], now = clock.now()): Promise<string[]> {
  if (tokens.length === 0) return [];
  await db.delete(readingSessions).where(and(isSession(tokens, now), inScope(scope, readingSessions)));
  const others = await db
    .select({ tokenHash: readingSessions.tokenHash })
    .from(readingSessions)
    .where(isSession(tokens, now));
  return tokens.filter((token) => others.some(({ tokenHash }) => tokenHash === hashSecretToken(token)));
}

export async function endReadings(tokens: string[]): Promise<void> {
  if (tokens.length === 0) return;
  await db.delete(readingSessions).where(inArray(readingSessions.tokenHash, tokens.map(hashSecretToken)));
}
