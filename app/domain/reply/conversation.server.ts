import { and, asc, count, desc, eq, isNotNull, max, sql } from "drizzle-orm";
import { canSeeConversation } from "~/domain/access/can-view";
import type { ViewedMedia, ViewedVault } from "~/domain/access/view-vault.server";
import { withAltText } from "~/domain/media/alt-text.server";
import { contactOf } from "~/domain/recipients/opening-link.server";
import { isToSender } from "~/domain/vault/sender.server";
import { db } from "~/services/db.server";
import type { PhoneNumber } from "~/services/sms/phone-number.server";
import { deliveries, memories, profiles, replies, replyMedia } from "~db/schema";
import { type ReplyCursor, writtenBefore } from "./reply-cursor.server";
import { decryptReplyText } from "./reply-text.server";

export type Reply = {
  id: string;
  isFromSender: boolean;
  text: string;
  createdAt: Date;
  media: ViewedMedia[];
};

export type Correspondents = {
  deliveryId: string;
  linkVersion: number;
  /** The recipient said that the vault is not for them. */
  isDeclined: boolean;
  /** The sender has closed the conversation. */
  isClosed: boolean;
  recipient: Correspondent;
  sender: { id: string; name: string; email: string };
};

/**
 * Reached as the reader who wrote last, or who looks at the conversation now. `movedTo` is the present email of an
 * account that received the vault at an earlier one.
 */
export type Correspondent = { name: string; email: string; phone?: PhoneNumber | null; movedTo?: string | null };

const PAGE_SIZE = 20;

/** Defaults to the viewer's delivery. Undefined if hidden from the viewer, and for messages to oneself. */
export async function findCorrespondents(
  { vault, view, seesContent, delivery }: Pick<ViewedVault, "vault" | "view" | "seesContent" | "delivery">,
  deliveryId = view.as === "recipient" ? view.deliveryId : "",
): Promise<Correspondents | undefined> {
  if (!canSeeConversation({ view, seesContent }, deliveryId)) return undefined;
  const [row] = await db
    .select({
      isFutureSelf: memories.isFutureSelf,
      linkVersion: deliveries.linkVersion,
      isDeclined: isNotNull(deliveries.declinedAt).mapWith(Boolean),
      isClosed: isNotNull(deliveries.conversationClosedAt).mapWith(Boolean),
      recipient: { name: deliveries.recipientName, email: deliveries.recipientEmail },
      firstEmail: deliveries.firstEmail,
      smsTo: deliveries.smsTo,
      answerTo: sql<string | null>`${lastAnswerTo}`,
      sender: { id: profiles.id, name: profiles.fullName, email: profiles.email },
    })
    .from(deliveries)
    .innerJoin(profiles, eq(profiles.id, deliveries.senderId))
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .where(and(eq(deliveries.id, deliveryId), eq(deliveries.vaultId, vault.id)));
  if (!row) return undefined;
  const { isFutureSelf, firstEmail, smsTo, answerTo, ...between } = row;
  const { email } = between.recipient;
  const theirs = view.as === "recipient" && delivery ? (delivery.movedTo ?? contactOf(delivery)) : answerTo;
  const contact = theirs ?? smsTo ?? email;
  if (isToSender({ isFutureSelf }, between.sender, contact)) return undefined;
  const phone = contact === smsTo ? (smsTo as PhoneNumber) : null;
  const isEmail = contact === email || contact === firstEmail;
  const movedTo = phone || isEmail ? null : contact;
  return {
    deliveryId,
    ...between,
    recipient: { ...between.recipient, email: isEmail ? contact : email, phone, movedTo },
  };
}

/** Where the recipient wrote from last. */
const lastAnswerTo = db
  .select({ answerTo: replies.answerTo })
  .from(replies)
  .where(and(eq(replies.deliveryId, deliveries.id), eq(replies.isFromSender, false)))
  .orderBy(desc(replies.createdAt), desc(replies.id))
  .limit(1);

/**
 * The newest replies, or those before `before`, oldest first, in one query. `earlier` is the cursor of the previous
 * page. The caller has checked `canSeeConversation`.
 */
export async function listConversation(
  deliveryId: string,
  before?: ReplyCursor,
): Promise<{ replies: Reply[]; earlier?: ReplyCursor }> {
  const newest = db
    .select()
    .from(replies, { forceIndex: "replies_conversation" })
    .where(and(eq(replies.deliveryId, deliveryId), writtenBefore(before)))
    .orderBy(desc(replies.createdAt), desc(replies.id))
    .limit(PAGE_SIZE + 1)
    .as("newest");
  const rows = await db
    .select({
      id: newest.id,
      isFromSender: newest.isFromSender,
      textEncrypted: newest.textEncrypted,
      wrappedKey: newest.wrappedKey,
      masterKeyId: newest.masterKeyId,
      createdAt: newest.createdAt,
      media: replyMedia,
    })
    .from(newest)
    .leftJoin(replyMedia, eq(replyMedia.replyId, newest.id))
    .orderBy(asc(newest.createdAt), asc(newest.id), asc(replyMedia.position));
  const read = new Map<string, Reply>();
  for (const { media, textEncrypted, wrappedKey, masterKeyId, ...row } of rows) {
    const known = read.get(row.id) ?? {
      ...row,
      text: decryptReplyText({ id: row.id, textEncrypted, wrappedKey, masterKeyId }),
      media: [],
    };
    if (media) known.media.push(withAltText(replyMedia, media));
    read.set(row.id, known);
  }
  const all = [...read.values()];
  const shown = all.slice(-PAGE_SIZE);
  const first = shown[0];
  return { replies: shown, ...(all.length > PAGE_SIZE && first && { earlier: first }) };
}

export type ConversationSummary = { deliveryId: string; recipientName: string; count: number; newestAt: Date };

/** Conversations with replies, the most recent first, for the owner. */
export async function listConversations(vaultId: string): Promise<ConversationSummary[]> {
  const newestAt = max(replies.createdAt);
  const rows = await db
    .select({
      deliveryId: deliveries.id,
      name: deliveries.recipientName,
      email: deliveries.recipientEmail,
      count: count(),
      newestAt,
    })
    .from(deliveries)
    .innerJoin(replies, eq(replies.deliveryId, deliveries.id))
    .where(eq(deliveries.vaultId, vaultId))
    .groupBy(deliveries.id)
    .orderBy(desc(newestAt), asc(deliveries.id));
  return rows.map(({ name, email, newestAt, ...row }) => ({
    ...row,
    recipientName: name || email,
    newestAt: newestAt ?? new Date(0),
  }));
}
