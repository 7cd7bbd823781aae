import { randomInt } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import { and, type Column, desc, eq, gt, sql } from "drizzle-orm";
import { wakeSender, writeMessage } from "~/domain/message/message.server";
import { OPEN_STATES, type VaultState } from "~/domain/vault/vault";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { createSecretToken, hashSecretToken, isSameSecret } from "~/services/secret-token.server";
import { deliveries, deliveryEvents, memories, openingCodes, profiles, readingSessions } from "~db/schema";
import { moveDelivery } from "./move.server";
import { deliveryIdIn, isOpeningLink } from "./opening-link.server";
import { recordEvent } from "./record.server";

/** A code opens for ten minutes and takes five tries (product decision 8). */
export const CODE_MINUTES = 10;
const CODE_TRIES = 5;
/** How long a reader may come back without a new code, in hours. */
export const READING_HOURS = 12;

/** What the page behind an opening link may show before the code: who wrote, to which address, nothing of the content. */
export type SealedDelivery = {
  id: string;
  memoryId: string;
  recipientName: string;
  recipientEmail: string;
  senderName: string;
};

/** The delivery behind a link of a mail, or undefined for links that are guessed, changed, outdated or not open yet. */
export async function findDeliveryByLink(link: string): Promise<SealedDelivery | undefined> {
  const id = deliveryIdIn(link);
  if (!id) return undefined;
  const [row] = await db
    .select({
      id: deliveries.id,
      memoryId: deliveries.memoryId,
      recipientName: deliveries.recipientName,
      recipientEmail: deliveries.recipientEmail,
      senderName: profiles.fullName,
      state: memories.state,
    })
    .from(deliveries)
    .innerJoin(memories, eq(memories.id, deliveries.memoryId))
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .where(eq(deliveries.id, id));
  if (!row || !isOpeningLink(link, row) || !isOpen(row.state as VaultState)) return undefined;
  const { state: _, ...delivery } = row;
  return delivery;
}

function isOpen(state: VaultState): boolean {
  return OPEN_STATES.some((open) => open === state);
}

/** Mails a fresh six-digit code to the delivery's address; codes sent before stop working. */
export async function sendOpeningCode(delivery: SealedDelivery, now = clock.now()): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const id = createId();
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000);
  const messageId = await inTransaction(async (tx) => {
    await tx
      .update(openingCodes)
      .set({ expiresAt: now })
      .where(and(eq(openingCodes.deliveryId, delivery.id), gt(openingCodes.expiresAt, now)));
    await tx.insert(openingCodes).values({
      id,
      deliveryId: delivery.id,
      codeHash: codeHash(id, code),
      triesLeft: CODE_TRIES,
      createdAt: now,
      expiresAt,
    });
    await recordEvent(tx, { memoryId: delivery.memoryId, deliveryId: delivery.id, kind: "code_sent" }, now);
    return writeMessage(
      tx,
      {
        kind: "opening_code",
        uniqueKey: `opening_code:${id}`,
        to: { name: delivery.recipientName, address: delivery.recipientEmail },
        props: { recipientName: delivery.recipientName, code, minutes: CODE_MINUTES },
        memoryId: delivery.memoryId,
        expiresAt,
      },
      now,
    );
  });
  await wakeSender(messageId);
}

/** Six digits are few: without the key their digest would tell them. */
function codeHash(codeId: string, code: string): string {
  return keyedDigest("opening-code", `${codeId}:${code}`);
}

export type RedeemResult = { ok: true; token: string } | { ok: false; reason: "wrong" | "no_tries_left" | "expired" };

/**
 * Trades the newest code of a delivery for a reading session. Each call costs a try before the code is compared, so
 * simultaneous guesses cannot exceed the five. A code works once.
 */
export async function redeemOpeningCode(
  delivery: SealedDelivery,
  code: string,
  now = clock.now(),
): Promise<RedeemResult> {
  return inTransaction(async (tx): Promise<RedeemResult> => {
    const [newest] = await tx
      .select()
      .from(openingCodes)
      .where(eq(openingCodes.deliveryId, delivery.id))
      .orderBy(desc(openingCodes.createdAt), desc(openingCodes.id))
      .limit(1)
      .for("update");
    if (!newest || newest.usedAt || newest.expiresAt <= now) return { ok: false, reason: "expired" };
    if (newest.triesLeft === 0) return { ok: false, reason: "no_tries_left" };
    const isRight = isSameSecret(newest.codeHash, codeHash(newest.id, code));
    await tx
      .update(openingCodes)
      .set(isRight ? { usedAt: now } : { triesLeft: sql`${openingCodes.triesLeft} - 1` })
      .where(eq(openingCodes.id, newest.id));
    if (!isRight) return { ok: false, reason: newest.triesLeft === 1 ? "no_tries_left" : "wrong" };
    return { ok: true, token: await beginReading(tx, delivery, now) };
  });
}

async function beginReading(tx: Transaction, delivery: SealedDelivery, now: Date): Promise<string> {
  const token = createSecretToken();
  await tx.insert(readingSessions).values({
    tokenHash: hashSecretToken(token),
    deliveryId: delivery.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + READING_HOURS * 3_600_000),
  });
  await recordOpening(tx, delivery, now);
  return token;
}

/** The first opening is an event that the sender sees; later ones change nothing. */
export async function recordOpening(
  tx: Transaction,
  delivery: { id: string; memoryId: string },
  now: Date,
): Promise<void> {
  await moveDelivery(tx, delivery, "opened", now, { openedAt: now });
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

/** The id of the one delivery that a reading session opens, or undefined when it has ended. */
export async function findReading(token: string, now = clock.now()): Promise<string | undefined> {
  const [row] = await db
    .select({ deliveryId: readingSessions.deliveryId })
    .from(readingSessions)
    .where(and(eq(readingSessions.tokenHash, hashSecretToken(token)), gt(readingSessions.expiresAt, now)));
  return row?.deliveryId;
}

/** Closes what a reading session had opened. */
export async function endReading(token: string): Promise<void> {
  await db.delete(readingSessions).where(eq(readingSessions.tokenHash, hashSecretToken(token)));
}
