import { asc, inArray } from "drizzle-orm";
import { fileNameFor } from "~/domain/media/file-name";
import { decryptReplyText } from "~/domain/reply/reply-text.server";
import { legible } from "~/services/cipher.server";
import { db } from "~/services/db.server";
import { replies, replyMedia } from "~db/schema";
import type { ExportedFile, MemoryFile } from "./export-format";

export type ReplyFile = { id: string; path: string; bytes: number };
type ExportedReply = MemoryFile["deliveries"][number]["replies"][number];

/**
 * By delivery, oldest first; texts that cannot be decrypted are empty, and named in `unreadable`. Files are numbered
 * consecutively, so that no two have the same path.
 */
export async function readReplies(
  deliveryIds: string[],
  unreadable: string[],
): Promise<Map<string, { reply: ExportedReply; rows: ReplyFile[] }[]>> {
  const byDelivery = new Map<string, { reply: ExportedReply; rows: ReplyFile[] }[]>();
  if (deliveryIds.length === 0) return byDelivery;
  const written = await db
    .select()
    .from(replies)
    .where(inArray(replies.deliveryId, deliveryIds))
    .orderBy(asc(replies.createdAt), asc(replies.id));
  if (written.length === 0) return byDelivery;
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
  for (const reply of written) {
    const files = attached.filter(({ replyId }) => replyId === reply.id);
    const described = files.map((file) => {
      count += 1;
      return { id: file.id, ...describeFile(file, replyPath(count, file)) };
    });
    const { isFromSender, createdAt } = reply;
    const at = createdAt.toISOString();
    const exported = {
      isFromSender,
      at,
      text: legible(() => decryptReplyText(reply), `reply of ${at}`, unreadable) ?? "",
      files: described.map(({ id: _, ...file }) => file),
    };
    const rows = described.map(({ id, path, bytes }) => ({ id, path, bytes }));
    byDelivery.set(reply.deliveryId, [...(byDelivery.get(reply.deliveryId) ?? []), { reply: exported, rows }]);
  }
  return byDelivery;
}

const ENDING = /\.[\p{L}\p{N}]{1,8}$/u;

function replyPath(position: number, file: { fileName: string; contentType: string }): string {
  const [ending = ""] = ENDING.exec(fileNameFor(file.fileName, file.contentType)) ?? [];
  return `replies/${String(position).padStart(2, "0")}${ending}`;
}

type StoredFile = Omit<ExportedFile, "path" | "description"> & { altText: string };

export function describeFile(file: StoredFile, path: string): ExportedFile {
  const { kind, contentType, fileName, altText, bytes, sha256 } = file;
  return { path, kind, contentType, fileName, description: altText, bytes, sha256 };
}
