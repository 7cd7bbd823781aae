import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { deleteBoard } from "~/domain/board/invitation.server";
import { discardFiles } from "~/domain/media/discarded-files.server";
import { discardMedia } from "~/domain/media/media.server";
import { endOutdatedExport } from "~/domain/vault/outdated-export.server";
import type { Transaction } from "~/services/db.server";
import {
  certificates,
  deliveries,
  deliveryEvents,
  legacyWaits,
  memories,
  messages,
  movedDeliveries,
  openingCodes,
  profiles,
  proposedAddresses,
  providerEvents,
  readingSessions,
  replies,
  replyMedia,
  replyTallies,
  shares,
} from "~db/schema";

/**
 * Deletes a vault with all its dependent rows, and its files from the store once `tx` commits. The caller has locked
 * its row and corrected the owner's counters. Guests, recipients, cards and search terms are deleted by their foreign
 * keys.
 */
export async function deleteVault(tx: Transaction, vaultId: string, now: Date): Promise<void> {
  const readers = await findReaders(tx, vaultId);
  await deleteDeliveries(tx, eq(deliveries.vaultId, vaultId), now);
  const about = await tx.select({ id: messages.id }).from(messages).where(eq(messages.vaultId, vaultId));
  await deleteMessages(
    tx,
    about.map(({ id }) => id),
  );
  await tx.delete(shares).where(eq(shares.vaultId, vaultId));
  await tx.delete(legacyWaits).where(eq(legacyWaits.vaultId, vaultId));
  await tx.delete(certificates).where(eq(certificates.vaultId, vaultId));
  await tx.delete(deliveryEvents).where(eq(deliveryEvents.vaultId, vaultId));
  await discardMedia(tx, vaultId, now);
  await deleteBoard(tx, vaultId, now);
  const ofVault = eq(memories.id, vaultId);
  const [vault] = await tx.select({ userId: memories.userId }).from(memories).where(ofVault);
  await tx.delete(memories).where(ofVault);
  const owner = vault ? [vault.userId] : [];
  for (const userId of [...owner, ...readers]) await endOutdatedExport(tx, userId, now);
}

/**
 * Accounts that received it, whose archives may have its text. Sorted, so that two transactions don't lock each other.
 */
async function findReaders(tx: Transaction, vaultId: string): Promise<string[]> {
  // Each on the index of emails: together they would read all accounts.
  const readersAt = (email: typeof deliveries.recipientEmail | typeof deliveries.firstEmail) =>
    tx
      .select({ id: profiles.id })
      .from(deliveries)
      .innerJoin(profiles, eq(profiles.email, email))
      .where(and(eq(deliveries.vaultId, vaultId), ne(profiles.id, deliveries.senderId)));
  const rows = [...(await readersAt(deliveries.recipientEmail)), ...(await readersAt(deliveries.firstEmail))];
  const moved = await tx
    .selectDistinct({ id: movedDeliveries.userId })
    .from(movedDeliveries)
    .innerJoin(deliveries, eq(deliveries.id, movedDeliveries.deliveryId))
    .where(and(eq(deliveries.vaultId, vaultId), ne(movedDeliveries.userId, deliveries.senderId)));
  return [...new Set([...rows, ...moved].map(({ id }) => id))].toSorted();
}

/** With their conversations, codes, sessions and shares. */
export async function deleteDeliveries(tx: Transaction, which: SQL | undefined, now: Date): Promise<void> {
  const rows = await tx.select({ id: deliveries.id }).from(deliveries).where(which).for("update");
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await deleteReplies(tx, ids, now);
  await tx.delete(openingCodes).where(inArray(openingCodes.deliveryId, ids));
  await tx.delete(readingSessions).where(inArray(readingSessions.deliveryId, ids));
  await tx.delete(proposedAddresses).where(inArray(proposedAddresses.deliveryId, ids));
  await tx.delete(shares).where(inArray(shares.deliveryId, ids));
  await tx.delete(deliveries).where(inArray(deliveries.id, ids));
}

async function deleteReplies(tx: Transaction, deliveryIds: string[], now: Date): Promise<void> {
  const rows = await tx
    .select({ id: replies.id, reader: replies.reader })
    .from(replies)
    .where(inArray(replies.deliveryId, deliveryIds))
    .for("update");
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const files = inArray(replyMedia.replyId, ids);
  await discardFiles(tx, await tx.select().from(replyMedia).where(files), now);
  await tx.delete(replyMedia).where(files);
  await tx.delete(replies).where(inArray(replies.id, ids));
  for (const reader of new Set(rows.map((row) => row.reader))) {
    const count = rows.filter((row) => row.reader === reader).length;
    await tx
      .update(replyTallies)
      .set({ received: sql`greatest(${replyTallies.received} - ${count}, 0)` })
      .where(eq(replyTallies.reader, reader));
  }
}

/** Rows per statement. */
const SLICE = 500;

/** With the provider's events about them. */
export async function deleteMessages(tx: Transaction, ids: string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += SLICE) {
    const slice = ids.slice(at, at + SLICE);
    await tx.delete(providerEvents).where(inArray(providerEvents.messageId, slice));
    await tx.delete(messages).where(inArray(messages.id, slice));
  }
}
