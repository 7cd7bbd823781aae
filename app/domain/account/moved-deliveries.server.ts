import { and, eq, inArray, isNotNull, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { blockDigest } from "~/domain/outbox/block-digest.server";
import { changedRows, type Transaction } from "~/services/db.server";
import { blockedSenders, deliveries, movedDeliveries, replies, replyTallies, searchTerms } from "~db/schema";
import { UNWANTED } from "~db/schema/states";
import { ownerOfReceived } from "./list-owner.server";

export type EmailMove = { from: string; to: string };

/**
 * Keeps what went to `from`, the account's verified email until now, in its lists. It is listed at that address as
 * well, where someone else may have an account one day. What goes there later is not the account's.
 */
export async function keepReceived(tx: Transaction, userId: string, from: string): Promise<void> {
  // An unblocked letter is sent there later.
  const isSent = or(ne(deliveries.rung, UNWANTED), isNotNull(deliveries.openedAt));
  // One statement for each index.
  for (const email of [deliveries.recipientEmail, deliveries.firstEmail]) {
    await tx
      .insert(movedDeliveries)
      .ignore()
      .select(
        tx
          .select({
            userId: sql<string>`${userId}`.as("user_id"),
            deliveryId: deliveries.id,
            deliveryAt: deliveries.deliveryAt,
            vaultId: deliveries.vaultId,
            isIndexed: sql<boolean>`false`.as("is_indexed"),
          })
          .from(deliveries)
          .where(and(eq(email, from), isSent)),
      );
  }
}

/** Senders whom the account has blocked stay blocked at `to`, and at `from`, whose mailbox it may still read. */
export async function keepBlocks(tx: Transaction, { from, to }: EmailMove): Promise<void> {
  const { senderId, recipient, createdAt } = blockedSenders;
  const blocked = tx
    .select({ senderId, recipient: sql<string>`${blockDigest(to)}`.as("recipient"), createdAt })
    .from(blockedSenders)
    .where(eq(recipient, blockDigest(from)));
  await tx.insert(blockedSenders).ignore().select(blocked);
}

/** Rows per statement. */
const SLICE = 500;

/** The answers to the account's letters, the reminders of them, and the search in them follow its email. */
export async function redirectReceived(tx: Transaction, userId: string, { from, to }: EmailMove): Promise<void> {
  const ofUser = eq(movedDeliveries.userId, userId);
  const [before, after] = [ownerOfReceived(from), ownerOfReceived(to)];
  const moved = await tx.select().from(movedDeliveries).where(ofUser);
  let answers = 0;
  for (let at = 0; at < moved.length; at += SLICE) {
    const slice = moved.slice(at, at + SLICE);
    const indexed = slice.flatMap(({ vaultId, isIndexed }) => (isIndexed ? vaultId : []));
    if (indexed.length > 0) await forgetTerms(tx, indexed, from);
    const ids = slice.map(({ deliveryId }) => deliveryId);
    const theirs = inArray(replies.deliveryId, ids);
    await tx.update(deliveries).set({ remindTo: to }).where(isRemindedAt(ids, from));
    await tx
      .update(replies)
      .set({ answerTo: to })
      .where(and(theirs, eq(replies.answerTo, from)));
    const listed = and(theirs, eq(replies.reader, before));
    answers += changedRows(await tx.update(replies).set({ reader: after }).where(listed));
  }
  await tx.update(movedDeliveries).set({ isIndexed: false }).where(ofUser);
  if (answers > 0) await moveTally(tx, answers, { from: before, to: after });
}

/** The words of letters that went to `email` itself stay there, for its next owner. */
async function forgetTerms(tx: Transaction, vaultIds: string[], email: string): Promise<void> {
  const { vaultId, recipientEmail, firstEmail } = deliveries;
  const wentThere = tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(vaultId, searchTerms.vaultId), or(eq(recipientEmail, email), eq(firstEmail, email))));
  const ofOwner = and(eq(searchTerms.owner, ownerOfReceived(email)), inArray(searchTerms.vaultId, vaultIds));
  await tx.delete(searchTerms).where(and(ofOwner, notExists(wentThere)));
}

/** For an account that is erased. No letter that moved has `email`, its last one. */
export async function forgetReceived(tx: Transaction, userId: string, email: string): Promise<void> {
  const ofUser = eq(movedDeliveries.userId, userId);
  const moved = await tx.select().from(movedDeliveries).where(ofUser);
  for (let at = 0; at < moved.length; at += SLICE) {
    const ids = moved.slice(at, at + SLICE).map(({ deliveryId }) => deliveryId);
    await tx.update(deliveries).set({ remindAt: null, remindTo: null }).where(isRemindedAt(ids, email));
    await tx
      .update(replies)
      .set({ answerTo: null })
      .where(and(inArray(replies.deliveryId, ids), eq(replies.answerTo, email)));
  }
  await tx.delete(movedDeliveries).where(ofUser);
}

/** Reminders that an account asked for at an email the deliveries never went to. */
function isRemindedAt(ids: string[], email: string) {
  const wentElsewhere = or(isNull(deliveries.firstEmail), ne(deliveries.firstEmail, email));
  const isElsewhere = and(ne(deliveries.recipientEmail, email), wentElsewhere);
  return and(inArray(deliveries.id, ids), eq(deliveries.remindTo, email), isElsewhere);
}

async function moveTally(tx: Transaction, answers: number, { from, to }: EmailMove): Promise<void> {
  await tx
    .update(replyTallies)
    .set({ received: sql`greatest(${replyTallies.received} - ${answers}, 0)` })
    .where(eq(replyTallies.reader, from));
  await tx
    .insert(replyTallies)
    .values({ reader: to, received: answers })
    .onDuplicateKeyUpdate({ set: { received: sql`${replyTallies.received} + ${answers}` } });
}
