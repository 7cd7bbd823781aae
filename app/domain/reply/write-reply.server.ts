import { and, eq, sql } from "drizzle-orm";
import type { ViewedVault } from "~/domain/access/view-vault.server";
import { ownerOfReceived, ownerOfSent } from "~/domain/account/list-owner.server";
import { attachToReply, type ReplyAttachment } from "~/domain/media/attach-to-reply.server";
import { writeMessage } from "~/domain/outbox/message.server";
import { isStopped } from "~/domain/outbox/stopped-senders.server";
import { isSenderBlocked } from "~/domain/recipients/block-sender.server";
import { type Contact, contactOf, linkTo } from "~/domain/recipients/opening-link.server";
import { recordEvent } from "~/domain/vault/history.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, isDuplicate, type Queryable, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { isSmsConfigured } from "~/services/sms.server";
import { credentials, profiles, replies, replyMedia, replyTallies } from "~db/schema";
import type { Correspondent, Correspondents } from "./conversation.server";
import { decryptReplyText, encryptReplyText } from "./reply-text.server";

export type NewReply = {
  /** Created with the form, so the same form sent twice is one reply, with the words that were sent last. */
  formId: string;
  text: string;
  files: Omit<ReplyAttachment, "replyId">;
};

/** `field` is the form field of the refused files. */
export type ReplyResult =
  | { ok: true }
  | { ok: false; reason: WritingRefusal }
  | { ok: false; reason: "files"; field: string; message: string };

/** The recipient has blocked the sender, or said that the vault is not for them. */
export type AnswerRefusal = "not_wanted" | "declined";
/** Or: the sender has closed the conversation; there is no receiver; the recipient has not written first. */
export type WritingRefusal = AnswerRefusal | "closed" | "no_receiver" | "no_reply_yet";

class FilesRefused extends Error {
  constructor(
    readonly field: string,
    readonly sentence: string,
  ) {
    super("A reply's files were refused.");
  }
}

/**
 * Undefined when the viewer can write. In an open conversation, a recipient can while the sender's account exists; a
 * sender can only answer, and only a recipient who has neither blocked them nor declined the vault.
 */
export async function writingRefusal(
  { view }: Pick<ViewedVault, "view">,
  between: Correspondents,
): Promise<WritingRefusal | undefined> {
  if (between.isClosed) return "closed";
  if (view.as === "recipient") return (await findReceiver(db, between.sender.id)) ? undefined : "no_receiver";
  if ((await db.$count(replies, eq(replies.deliveryId, between.deliveryId))) === 0) return "no_reply_yet";
  return answerRefusal(between);
}

/** Why the sender cannot answer: answers are mailed to the recipient's present contact, who may not want them. */
export async function answerRefusal({
  recipient,
  sender,
  isDeclined,
}: Pick<Correspondents, "recipient" | "sender" | "isDeclined">): Promise<AnswerRefusal | undefined> {
  const contact = recipient.movedTo ? { recipientEmail: recipient.movedTo } : reached(recipient);
  if (await isSenderBlocked({ ...contact, senderId: sender.id })) return "not_wanted";
  return isDeclined ? "declined" : undefined;
}

export const reached = ({ email: recipientEmail, phone = null }: Correspondent): Contact => ({ recipientEmail, phone });

/** Whether a recipient hears of an answer: not while no text message can be sent to their phone. */
export function canNotify({ phone }: Correspondent): boolean {
  return !phone || isSmsConfigured();
}

/** The other side gets a message without the reply's content. */
export async function writeReply(
  viewed: Pick<ViewedVault, "vault" | "view">,
  between: Correspondents,
  reply: NewReply,
  now = clock.now(),
): Promise<ReplyResult> {
  const refusal = await writingRefusal(viewed, between);
  if (refusal) return { ok: false, reason: refusal };
  const isFromSender = viewed.view.as === "owner";
  const canAnswer = isFromSender || (await answerRefusal(between)) === undefined;
  try {
    await inTransaction(async (tx) => {
      const to = isFromSender ? undefined : await findReceiver(tx, between.sender.id);
      const id = await saveReply(tx, between, reply, { isFromSender, now });
      await attachFiles(tx, id, reply, now);
      const { deliveryId } = between;
      const kind = isFromSender ? "answered" : "replied";
      await recordEvent(tx, { vaultId: viewed.vault.id, deliveryId, kind }, now);
      const notice = { ...between, vault: viewed.vault, replyId: id };
      if (!to) await notifyRecipient(tx, notice, now);
      else if (!(await isWriterStopped(tx, between, to))) await notifySender(tx, notice, { ...to, canAnswer }, now);
    }).catch((error: unknown) => {
      if (!isDuplicate(error, "replies_form")) throw error;
      return inTransaction((tx) => changeReply(tx, between, reply, { isFromSender, now }));
    });
    return { ok: true };
  } catch (error) {
    if (error instanceof FilesRefused)
      return { ok: false, reason: "files", field: error.field, message: error.sentence };
    throw error;
  }
}

type Receiver = { name: string; email: string };

/** Undefined when the account can no longer be signed in to. */
async function findReceiver(queryable: Queryable, senderId: string): Promise<Receiver | undefined> {
  const [sender] = await queryable
    .select({ name: profiles.fullName, email: profiles.email })
    .from(profiles)
    .innerJoin(credentials, eq(credentials.userId, profiles.id))
    .where(eq(profiles.id, senderId));
  return sender;
}

/** Whether the receiver has stopped all mail that the recipient's account causes, such as its letters. */
async function isWriterStopped(tx: Transaction, { recipient }: Correspondents, { email }: Receiver): Promise<boolean> {
  const written = eq(profiles.email, recipient.movedTo ?? recipient.email);
  const [writer] = await tx.select({ id: profiles.id }).from(profiles).where(written);
  return writer !== undefined && isStopped(tx, { senderId: writer.id, email });
}

async function saveReply(
  tx: Transaction,
  { deliveryId, recipient, sender }: Correspondents,
  { formId, text }: NewReply,
  { isFromSender, now }: { isFromSender: boolean; now: Date },
): Promise<string> {
  const id = createId();
  const reader = isFromSender ? ownerOfReceived(recipient.movedTo ?? recipient.email) : ownerOfSent(sender.id);
  const answerTo = isFromSender ? null : (recipient.movedTo ?? contactOf(reached(recipient)));
  const row = { id, deliveryId, isFromSender, reader, answerTo, ...encryptReplyText(id, text), formId };
  await tx.insert(replies).values({ ...row, createdAt: now });
  await tx
    .insert(replyTallies)
    .values({ reader, received: 1 })
    .onDuplicateKeyUpdate({ set: { received: sql`${replyTallies.received} + 1` } });
  return id;
}

/** If the form arrived before, but its response was lost, the new text replaces the earlier one. */
async function changeReply(
  tx: Transaction,
  { deliveryId }: Correspondents,
  reply: NewReply,
  { isFromSender, now }: { isFromSender: boolean; now: Date },
): Promise<void> {
  const [row] = await tx
    .select()
    .from(replies)
    .where(isOfForm(deliveryId, reply.formId, isFromSender))
    .for("update");
  if (!row) return;
  if (decryptReplyText(row) !== reply.text)
    await tx.update(replies).set(encryptReplyText(row.id, reply.text)).where(eq(replies.id, row.id));
  await attachFiles(tx, row.id, reply, now);
}

const isOfForm = (deliveryId: string, formId: string, isFromSender: boolean) =>
  and(eq(replies.deliveryId, deliveryId), eq(replies.formId, formId), eq(replies.isFromSender, isFromSender));

/** Whether the form sent files before. */
export async function hasSentFiles(
  { deliveryId }: Pick<Correspondents, "deliveryId">,
  formId: string,
  isFromSender: boolean,
): Promise<boolean> {
  const files = await db
    .select({ id: replyMedia.id })
    .from(replyMedia)
    .innerJoin(replies, eq(replies.id, replyMedia.replyId))
    .where(isOfForm(deliveryId, formId, isFromSender))
    .limit(1);
  return files.length > 0;
}

async function attachFiles(tx: Transaction, replyId: string, { files }: NewReply, now: Date): Promise<void> {
  const attached = await attachToReply(tx, { ...files, replyId }, now);
  if (!attached.ok) throw new FilesRefused(attached.kind, attached.message);
}

type Notice = Pick<ViewedVault, "vault"> & Correspondents & { replyId: string };

function notifySender(
  tx: Transaction,
  { vault, deliveryId, recipient, replyId }: Notice,
  to: Receiver & { canAnswer: boolean },
  now: Date,
): Promise<string> {
  return writeMessage(
    tx,
    {
      kind: "reply_notice",
      uniqueKey: `reply_notice:${replyId}`,
      to: { name: to.name, email: to.email },
      props: {
        name: to.name,
        fromName: recipient.name || recipient.email,
        title: vault.title || DISPLAY_TITLE,
        canAnswer: to.canAnswer,
        url: `${env.BASE_URL}/memories/${vault.id}/replies?with=${deliveryId}`,
      },
      vaultId: vault.id,
    },
    now,
  );
}

async function notifyRecipient(
  tx: Transaction,
  { vault, deliveryId, linkVersion, recipient, sender, replyId }: Notice,
  now: Date,
): Promise<void> {
  if (!canNotify(recipient)) return;
  const { name, email, phone, movedTo } = recipient;
  const path = movedTo
    ? `/memories/${vault.id}/replies`
    : `/open/${linkTo({ ...reached(recipient), id: deliveryId, linkVersion })}`;
  const url = `${env.BASE_URL}${path}`;
  const message = { uniqueKey: `answer_notice:${replyId}`, vaultId: vault.id };
  if (phone) {
    const props = { senderName: sender.name, url };
    await writeMessage(tx, { ...message, kind: "answer_notice_sms", to: { name, phone }, props }, now);
    return;
  }
  const props = {
    recipientName: name,
    senderName: sender.name,
    title: vault.title || DISPLAY_TITLE,
    url,
    ...(movedTo && { isInAccount: true }),
  };
  await writeMessage(
    tx,
    { ...message, kind: "answer_notice", senderId: sender.id, to: { name, email: movedTo ?? email }, props },
    now,
  );
}
