import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/mysql-core";
import { canSeeConversation, type Viewer } from "~/domain/access/can-view";
import { decisionColumns, findView, isAnonymous } from "~/domain/access/find-view.server";
import { toViewer } from "~/domain/access/viewers-delivery.server";
import type { StoredMedia } from "~/domain/media/media.server";
import { ownStorageKey } from "~/domain/media/storage-proof.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { deliveries, memories, replies, replyMedia } from "~db/schema";

const conversations = alias(deliveries, "conversations");

/** Undefined for viewers who may not see it. Claim cards give no access here, not even together with an account. */
export async function viewReplyMedia(
  { claimedDeliveryIds: _, ...viewer }: Viewer,
  id: string,
  now = clock.now(),
): Promise<Omit<StoredMedia, "vaultId"> | undefined> {
  if (isAnonymous(viewer)) return undefined;
  const rows = await db
    .select({
      file: replyMedia,
      writtenIn: replies.deliveryId,
      ...decisionColumns,
    })
    .from(replyMedia)
    .innerJoin(replies, eq(replies.id, replyMedia.replyId))
    .innerJoin(conversations, eq(conversations.id, replies.deliveryId))
    .innerJoin(memories, eq(memories.id, conversations.vaultId))
    .leftJoin(deliveries, and(toViewer(viewer), eq(deliveries.id, conversations.id)))
    .where(eq(replyMedia.id, id));
  const [row] = rows;
  if (!row) return undefined;
  const theirs = rows.flatMap(({ delivery }) => delivery ?? []);
  const found = await findView(row.vault, theirs, viewer, now);
  if (!found || !canSeeConversation(found, row.writtenIn)) return undefined;
  return { ...row.file, storageKey: ownStorageKey(row.file) };
}
