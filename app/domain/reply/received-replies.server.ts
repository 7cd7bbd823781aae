import { and, desc, eq, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/mysql-core";
import type { User } from "~/domain/account/account";
import { ownerOfReceived, ownerOfSent } from "~/domain/account/list-owner.server";
import { legibleTitleOf } from "~/domain/vault/vault-content.server";
import { db } from "~/services/db.server";
import { deliveries, memories, profiles, replies, replyTallies } from "~db/schema";
import { type ReplyCursor, writtenBefore } from "./reply-cursor.server";
import { decryptReplyText } from "./reply-text.server";

export type ReceivedReply = {
  id: string;
  vaultId: string;
  deliveryId: string;
  title: string;
  fromName: string;
  beginning: string;
  createdAt: Date;
};

const PAGE_SIZE = 20;
/** In UTF-16 code units: two lines. */
const BEGINNING_LENGTH = 200;

/** From recipients of the user's vaults, and senders to their verified email, newest first. `next` is a cursor. */
export async function listReceivedReplies(
  user: User,
  after?: ReplyCursor,
): Promise<{ replies: ReceivedReply[]; next?: ReplyCursor }> {
  const asSender = newestOf(ownerOfSent(user.id), after);
  const newest = (
    user.isEmailVerified
      ? unionAll(asSender, newestOf(ownerOfReceived(user.email), after))
          .orderBy(desc(replies.createdAt), desc(replies.id))
          .limit(PAGE_SIZE + 1)
      : asSender
  ).as("newest");
  const rows = await db
    .select({
      id: newest.id,
      deliveryId: newest.deliveryId,
      isFromSender: newest.isFromSender,
      createdAt: newest.createdAt,
      textEncrypted: newest.textEncrypted,
      key: { wrappedKey: newest.wrappedKey, masterKeyId: newest.masterKeyId },
      recipient: { name: deliveries.recipientName, email: deliveries.recipientEmail },
      senderName: profiles.fullName,
      vault: {
        id: memories.id,
        titleEncrypted: memories.titleEncrypted,
        wrappedKey: memories.wrappedKey,
        masterKeyId: memories.masterKeyId,
      },
    })
    .from(newest)
    .innerJoin(deliveries, eq(deliveries.id, newest.deliveryId))
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .innerJoin(profiles, eq(profiles.id, deliveries.senderId))
    .orderBy(desc(newest.createdAt), desc(newest.id));
  const found = rows.slice(0, PAGE_SIZE).map(({ vault, recipient, senderName, textEncrypted, key, ...reply }) => ({
    id: reply.id,
    deliveryId: reply.deliveryId,
    createdAt: reply.createdAt,
    vaultId: vault.id,
    title: legibleTitleOf(vault),
    fromName: reply.isFromSender ? senderName : recipient.name || recipient.email,
    beginning: excerptOf(decryptReplyText({ id: reply.id, textEncrypted, ...key })),
  }));
  const last = found.at(-1);
  return { replies: found, ...(rows.length > PAGE_SIZE && last && { next: last }) };
}

function newestOf(reader: string, after: ReplyCursor | undefined) {
  return db
    .select()
    .from(replies, { forceIndex: "replies_reader" })
    .where(and(eq(replies.reader, reader), writtenBefore(after)))
    .orderBy(desc(replies.createdAt), desc(replies.id))
    .limit(PAGE_SIZE + 1);
}

const graphemes = new Intl.Segmenter("en");

function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= BEGINNING_LENGTH) return line;
  const firstLeftOut = graphemes.segment(line).containing(BEGINNING_LENGTH);
  return `${line.slice(0, firstLeftOut?.index)}…`;
}

/** Reads the stored counters. */
export async function countReceivedReplies(user: User): Promise<number> {
  const readers = [ownerOfSent(user.id), ...(user.isEmailVerified ? [ownerOfReceived(user.email)] : [])];
  const figures = readers.map((reader) =>
    db.select({ received: replyTallies.received }).from(replyTallies).where(eq(replyTallies.reader, reader)),
  );
  const sum = sql.join(
    figures.map((figure) => sql`coalesce((${figure}), 0)`),
    sql` + `,
  );
  const [row] = await db.select({ received: sql`${sum}`.mapWith(Number) }).from(sql`(select 1) as one`);
  return row?.received ?? 0;
}
