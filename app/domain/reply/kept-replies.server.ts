import { inArray } from "drizzle-orm";
import type { ViewedVault } from "~/domain/access/view-vault.server";
import { ownStorageKey } from "~/domain/media/storage-proof.server";
import { db } from "~/services/db.server";
import { replyMedia } from "~db/schema";
import { findCorrespondents, listConversation, listConversations, type Reply } from "./conversation.server";

export type KeptReply = Reply & { author: string };

/** Every reply that the viewer may see, conversation by conversation, each from its beginning. */
export async function listKeptReplies(viewed: ViewedVault): Promise<KeptReply[]> {
  const { view, vault } = viewed;
  const conversations = view.as === "owner" ? await listConversations(vault.id) : [];
  const ids = view.as === "owner" ? conversations.map(({ deliveryId }) => deliveryId) : [undefined];
  const kept: KeptReply[] = [];
  for (const id of ids) {
    const between = await findCorrespondents(viewed, id);
    if (!between) continue;
    const { recipient, sender } = between;
    for (const reply of await wholeConversation(between.deliveryId)) {
      kept.push({ ...reply, author: reply.isFromSender ? sender.name : recipient.name || recipient.email });
    }
  }
  return kept;
}

async function wholeConversation(deliveryId: string): Promise<Reply[]> {
  let page = await listConversation(deliveryId);
  const all = [...page.replies];
  while (page.earlier) {
    page = await listConversation(deliveryId, page.earlier);
    all.unshift(...page.replies);
  }
  return all;
}

/** By the id of the file. @throws MediaDamaged when a row names a file that is not its own */
export async function findReplyKeys(replies: Reply[]): Promise<Map<string, string>> {
  const ids = replies.filter(({ media }) => media.length > 0).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(replyMedia).where(inArray(replyMedia.replyId, ids));
  return new Map(rows.map((row) => [row.id, ownStorageKey(row)] as const));
}
