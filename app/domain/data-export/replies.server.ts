import { asc, inArray } from "drizzle-orm";
import { replyPathOf } from "~/domain/keepsake/keepsake-content.server";
import { withAltText } from "~/domain/media/alt-text.server";
import type { KeptReply } from "~/domain/reply/kept-replies.server";
import { decryptReplyText } from "~/domain/reply/reply-text.server";
import { readIfIntact } from "~/services/cipher.server";
import { db } from "~/services/db.server";
import { replies, replyMedia } from "~db/schema";
import type { ExportedFile, MemoryFile } from "./export-format";

export type ReplyFile = { id: string; path: string; bytes: number };
/** `kept` is for the page of its memory. */
export type ExportedReply = {
  deliveryId: string;
  kept: KeptReply;
  described: MemoryFile["deliveries"][number]["replies"][number];
  files: ReplyFile[];
};

type Conversation = { deliveryId: string; recipient: string; sender: string };

/**
 * Conversation by conversation, each from its beginning; texts that cannot be decrypted are empty, and named in
 * `unreadable`. Files are numbered consecutively, as on the page.
 */
export async function readReplies(conversations: Conversation[], unreadable: string[]): Promise<ExportedReply[]> {
  if (conversations.length === 0) return [];
  const ids = conversations.map(({ deliveryId }) => deliveryId);
  const written = await db
    .select()
    .from(replies)
    .where(inArray(replies.deliveryId, ids))
    .orderBy(asc(replies.createdAt), asc(replies.id));
  if (written.length === 0) return [];
  const attached = await db
    .select()
    .from(replyMedia)
    .where(
      inArray(
        replyMedia.replyId,
        written.map(({ id }) => id),
      ),
    )
    .orderBy(asc(replyMedia.position), asc(replyMedia.id));
  let count = 0;
  return conversations.flatMap(({ deliveryId, recipient, sender }) =>
    written
      .filter((reply) => reply.deliveryId === deliveryId)
      .map((reply) => {
        const { id, isFromSender, createdAt } = reply;
        const media = attached
          .filter(({ replyId }) => replyId === id)
          .map((file) => withAltText(replyMedia, file, unreadable));
        const at = createdAt.toISOString();
        const text = readIfIntact(() => decryptReplyText(reply), `reply of ${at}`, unreadable) ?? "";
        const paths = media.map((file) => replyPathOf(file, count++));
        return {
          deliveryId,
          kept: { id, isFromSender, text, createdAt, media, author: isFromSender ? sender : recipient },
          described: {
            isFromSender,
            at,
            text,
            files: media.map((file, index) => describeFile(file, paths[index] ?? "")),
          },
          files: media.map(({ id, bytes }, index) => ({ id, path: paths[index] ?? "", bytes })),
        };
      }),
  );
}

type StoredFile = Omit<ExportedFile, "path" | "description"> & { altText: string };

export function describeFile(file: StoredFile, path: string): ExportedFile {
  const { kind, contentType, fileName, altText, bytes, sha256 } = file;
  return { path, kind, contentType, fileName, description: altText, bytes, sha256 };
}
