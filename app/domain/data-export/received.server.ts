import { and, asc, eq, inArray, isNotNull, isNull, ne, or } from "drizzle-orm";
import { type ViewedVault, viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { keepsakePartsOf } from "~/domain/keepsake/keepsake.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { boardPosts, deliveries, movedDeliveries } from "~db/schema";
import { EXPORT_FORMAT, EXPORT_VERSION, type LetterFile } from "./export-format";
import { type Exported, folderEntries, unreadableNote } from "./new-entry.server";
import { describeFile, readReplies } from "./replies.server";

/** Exports vaults of others that the owner has opened, in the order of their arrival. Leaves out declined ones. */
export async function* exportReceived(user: User, now: Date): AsyncGenerator<Exported> {
  if (!user.isEmailVerified) return;
  const moved = await db
    .select({ id: movedDeliveries.deliveryId })
    .from(movedDeliveries)
    .where(eq(movedDeliveries.userId, user.id));
  const rows = await db
    .select({ vaultId: deliveries.vaultId })
    .from(deliveries)
    .where(
      and(
        or(
          eq(deliveries.recipientEmail, user.email),
          eq(deliveries.firstEmail, user.email),
          inArray(
            deliveries.id,
            moved.map(({ id }) => id),
          ),
        ),
        ne(deliveries.senderId, user.id),
        isNotNull(deliveries.openedAt),
        isNull(deliveries.declinedAt),
      ),
    )
    .orderBy(asc(deliveries.createdAt), asc(deliveries.id));
  let count = 0;
  for (const vaultId of new Set(rows.map((row) => row.vaultId))) {
    const unreadable: string[] = [];
    const viewed = await viewVault({ user }, vaultId, now, { unreadable });
    const letter = viewed && (await exportLetter(user, { viewed, unreadable }, count + 1, now));
    if (!letter) continue;
    count += 1;
    yield letter;
  }
}

async function exportLetter(
  user: User,
  { viewed, unreadable }: { viewed: ViewedVault; unreadable: string[] },
  position: number,
  now: Date,
): Promise<Exported | undefined> {
  const { vault, delivery, senderName } = viewed;
  if (viewed.view.as !== "recipient" || !delivery?.openedAt) return undefined;
  const { recipientName, recipientEmail } = delivery;
  const between = { deliveryId: delivery.id, recipient: recipientName || recipientEmail, sender: senderName };
  const [replies, pieces] = await Promise.all([
    readReplies([between], unreadable),
    db.$count(boardPosts, eq(boardPosts.vaultId, vault.id)),
  ]);
  const kept = replies.map((reply) => reply.kept);
  const parts = await keepsakePartsOf(viewed, kept, now, unreadable);
  if (!parts) return undefined;
  const content: LetterFile = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    id: vault.id,
    type: vault.type,
    title: vault.title,
    message: vault.message,
    sender: { name: senderName },
    recipient: { name: recipientName, email: recipientEmail },
    day: vault.deliveryDate,
    timeZone: vault.deliveryZone,
    createdAt: vault.createdAt.toISOString(),
    sealedAt: vault.sealedAt?.toISOString() ?? null,
    openedAt: delivery.openedAt.toISOString(),
    files: viewed.media.map((file, index) => describeFile(file, parts.files[index]?.path ?? "")),
    pieces,
    replies: replies.map(({ described }) => described),
  };
  const openedOn = dateIn(user.timeZone, delivery.openedAt);
  const folder = `received/${String(position).padStart(3, "0")}${vault.deliveryDate ? ` ${vault.deliveryDate}` : ""}`;
  return {
    id: vault.id,
    folder,
    isReadable: true,
    title: vault.title || DISPLAY_TITLE,
    about: `From ${senderName}. You opened it on ${formatDate(openedOn)}${unreadableNote(unreadable)}`,
    entries: folderEntries(folder, { name: "letter.json", content }, parts, replies, unreadable),
  };
}
