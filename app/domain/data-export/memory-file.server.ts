import { asc, eq, inArray } from "drizzle-orm";
import type { ViewedVault } from "~/domain/access/view-vault.server";
import { fileNameFor } from "~/domain/media/file-name";
import { decryptText } from "~/domain/reply/reply-text.server";
import { db } from "~/services/db.server";
import {
  boardGuests,
  boardPosts,
  deliveries,
  deliveryEvents,
  memories,
  recipients,
  replies,
  replyMedia,
} from "~db/schema";
import { EXPORT_FORMAT, EXPORT_VERSION, type ExportedFile, type MemoryFile } from "./export-format";

/** A file of a reply, with the row that has it. */
export type ReplyFile = { id: string; path: string; bytes: number };
export type DescribedMemory = { memory: MemoryFile; replyFiles: ReplyFile[] };

/** What its owner may see of a vault. `paths` are those of its files, in their order. */
export async function describeMemory(viewed: ViewedVault, paths: string[]): Promise<DescribedMemory | undefined> {
  const { vault, seesContent } = viewed;
  const [row] = await db.select().from(memories).where(eq(memories.id, vault.id));
  if (!row) return undefined;
  const [listed, guests, pieces, sent, events] = await Promise.all([
    db.select().from(recipients).where(eq(recipients.vaultId, vault.id)).orderBy(asc(recipients.position)),
    db.select().from(boardGuests).where(eq(boardGuests.vaultId, vault.id)).orderBy(asc(boardGuests.joinedAt)),
    db.$count(boardPosts, eq(boardPosts.vaultId, vault.id)),
    db.select().from(deliveries).where(eq(deliveries.vaultId, vault.id)).orderBy(asc(deliveries.createdAt)),
    db.select().from(deliveryEvents).where(eq(deliveryEvents.vaultId, vault.id)).orderBy(asc(deliveryEvents.id)),
  ]);
  const conversations = await readReplies(sent.map(({ id }) => id));
  const at = (instant: Date | null) => instant?.toISOString() ?? null;
  return {
    replyFiles: [...conversations.values()].flat().flatMap(({ rows }) => rows),
    memory: {
      format: EXPORT_FORMAT,
      version: EXPORT_VERSION,
      id: row.id,
      type: row.type,
      state: row.state,
      title: vault.title,
      message: seesContent ? vault.message : null,
      recipient: {
        name: row.recipient ?? "",
        email: row.recipientEmail ?? "",
        phone: row.recipientPhone ?? "",
        secondEmail: row.secondEmail ?? "",
      },
      backupContact: { name: row.backupName ?? "", email: row.backupEmail ?? "" },
      recipients: listed.map(({ name, email }) => ({ name, email })),
      guests: guests.map(({ name, email, emailConfirmedAt }) => ({
        name,
        email: email ?? "",
        isConfirmed: emailConfirmedAt !== null,
      })),
      pieces,
      day: row.deliveryDate,
      hour: row.deliveryHour,
      minute: row.deliveryMinute,
      timeZone: row.deliveryZone,
      includesMessage: row.includesMessage,
      isToBeSealed: row.isToBeSealed,
      createdAt: row.createdAt.toISOString(),
      sealedAt: at(row.sealedAt),
      deliveredAt: at(row.deliveredAt),
      cancelledAt: at(row.cancelledAt),
      files: viewed.media.map((file, index) => describeFile(file, paths[index] ?? "")),
      deliveries: sent.map(({ id, recipientName, recipientEmail, state, createdAt, openedAt }) => ({
        name: recipientName,
        email: recipientEmail,
        state,
        at: createdAt.toISOString(),
        openedAt: at(openedAt),
        replies: (conversations.get(id) ?? []).map(({ reply }) => reply),
      })),
      record: events.map(({ at, kind, detail }) => ({ at: at.toISOString(), event: kind, detail })),
    },
  };
}

type ExportedReply = MemoryFile["deliveries"][number]["replies"][number];

/** By delivery, oldest first. Their files are numbered through, so that no two have the same path. */
async function readReplies(deliveryIds: string[]): Promise<Map<string, { reply: ExportedReply; rows: ReplyFile[] }[]>> {
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
    const exported = {
      isFromSender,
      at: createdAt.toISOString(),
      text: decryptText(reply),
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

function describeFile(file: StoredFile, path: string): ExportedFile {
  const { kind, contentType, fileName, altText, bytes, sha256 } = file;
  return { path, kind, contentType, fileName, description: altText, bytes, sha256 };
}
