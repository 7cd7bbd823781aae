import { and, eq, exists, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { MySqlTable } from "drizzle-orm/mysql-core";
import { ownerOfReceived, ownerOfSent } from "~/domain/account/list-owner.server";
import { forgetReceived } from "~/domain/account/moved-deliveries.server";
import { forgetBuyer } from "~/domain/billing/forget-buyers.server";
import { discardFiles } from "~/domain/media/discarded-files.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { messagesTo } from "~/domain/outbox/messages-to-contact.server";
import { revokeSharesOfOwner } from "~/domain/share/shares.server";
import { changedRows, db, inTransaction, startsWith, type Transaction } from "~/services/db.server";
import {
  addressHealth,
  boardGuests,
  deliveries,
  editDrafts,
  erasures,
  legacyContacts,
  memories,
  messages,
  notificationPreferences,
  passwordResetRequests,
  profiles,
  recipients,
  removedGuests,
  replyTallies,
  searchTerms,
  securityEvents,
  sessions,
  uploads,
} from "~db/schema";
import { deleteDeliveries, deleteMessages } from "./delete-vault.server";

/** Rows per statement, which holds their locks. */
const SLICE = 1_000;

type Erasure = typeof erasures.$inferSelect;
/** The email may be another account's since. */
type Erased = { userId: string; email: string; since: Date };

/** Erases the rest of an account once its vaults are gone. Remaining vaults keep the name of their sender only. */
export async function eraseTraces({ userId, email, begunAt }: Erasure, now: Date): Promise<void> {
  const erased = { userId, email: email ?? "", since: begunAt ?? now };
  await eraseMails(erased);
  await eraseMailsToContacts(userId);
  await eraseUploads(userId, now);
  await deleteInSlices(searchTerms, inArray(searchTerms.owner, [ownerOfSent(userId), ownerOfReceived(erased.email)]));
  await inTransaction(async (tx) => {
    const kept = (await tx.select({ id: memories.id }).from(memories).where(eq(memories.userId, userId))).map(
      ({ id }) => id,
    );
    if (kept.length > 0) await forgetInVaults(tx, erased, kept, now);
    await forgetElsewhere(tx, erased);
    if (kept.length === 0) await tx.delete(profiles).where(eq(profiles.id, userId));
    else await keepNameOnly(tx, userId, now);
  });
}

/**
 * Keeps mails of vaults that go to this address, other people's or their own: reports about those are still to come.
 */
async function eraseMails({ userId, email, since }: Erased): Promise<void> {
  const hasOtherAddress = sql`coalesce(${memories.recipientEmail}, '') <> ${email}`;
  const isOwn = and(eq(memories.userId, userId), hasOtherAddress);
  const isTheirs = or(isNull(messages.vaultId), isNull(messages.deliveryId), isOwn);
  await eraseMessages(
    await db
      .select({ id: messages.id })
      .from(messages)
      .leftJoin(memories, eq(memories.id, messages.vaultId))
      .where(and(eq(messages.toAddress, email), lte(messages.createdAt, since), isTheirs)),
  );
}

/** Invitations, codes and links. What is about a vault goes with it. */
async function eraseMailsToContacts(userId: string): Promise<void> {
  const contacts = await db
    .select({ id: legacyContacts.id })
    .from(legacyContacts)
    .where(eq(legacyContacts.ownerId, userId));
  if (contacts.length === 0) return;
  const isTheirs = or(...contacts.map(({ id }) => startsWith(messages.uniqueKey, messagesTo(id))));
  await eraseMessages(
    await db
      .select({ id: messages.id })
      .from(messages)
      .where(and(isTheirs, isNull(messages.vaultId))),
  );
}

async function eraseMessages(rows: { id: string }[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await inTransaction((tx) => deleteMessages(tx, ids));
}

async function eraseUploads(userId: string, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const own = eq(uploads.owner, uploadOwner({ userId }));
    await discardFiles(tx, await tx.select().from(uploads).where(own).for("update"), now);
    await tx.delete(uploads).where(own);
  });
}

/** The address stays only where a vault is sent to it. Revokes the owner's links, as no one else could. */
async function forgetInVaults(tx: Transaction, { userId, email }: Erased, kept: string[], now: Date): Promise<void> {
  const ofBoards = tx
    .select({ id: memories.id })
    .from(memories)
    .where(and(eq(memories.userId, userId), eq(memories.isMemoryBoard, true)));
  const own = and(inArray(deliveries.vaultId, ofBoards), eq(deliveries.recipientEmail, email));
  await deleteDeliveries(tx, own, now);
  await revokeSharesOfOwner(tx, kept, now);
  // Otherwise they would become a draft after the vault's day.
  await tx.delete(editDrafts).where(inArray(editDrafts.vaultId, kept));
  await tx.delete(recipients).where(and(inArray(recipients.vaultId, kept), eq(recipients.email, email)));
  const isTarget = sql`exists (select 1 from ${memories} where ${memories.id} = ${addressHealth.vaultId} and ${memories.recipientEmail} = ${email})`;
  await tx
    .delete(addressHealth)
    .where(and(inArray(addressHealth.vaultId, kept), eq(addressHealth.email, email), sql`not ${isTarget}`));
  const ofUser = eq(memories.userId, userId);
  await tx
    .update(memories)
    .set({ secondEmail: null })
    .where(and(ofUser, eq(memories.secondEmail, email)));
  const backup = { backupEmail: null, backupName: null };
  await tx
    .update(memories)
    .set(backup)
    .where(and(ofUser, eq(memories.backupEmail, email)));
  const { id } = memories;
  await tx
    .update(memories)
    .set({ recipientPhone: null })
    .where(and(inArray(id, kept), eq(memories.isFutureSelf, true)));
}

async function forgetElsewhere(tx: Transaction, { userId, email, since }: Erased): Promise<void> {
  // Their pieces stay with the boards, under the name they gave there.
  await tx.update(boardGuests).set({ userId: null }).where(eq(boardGuests.userId, userId));
  await tx.delete(removedGuests).where(eq(removedGuests.userId, userId));
  const unmoved = { movedWith: null, movedFrom: null };
  await tx.update(legacyContacts).set(unmoved).where(eq(legacyContacts.movedWith, userId));
  await forgetBuyer(tx, userId);
  await forgetReceived(tx, userId, email);
  await unindexReceived(tx, email);
  await tx.delete(replyTallies).where(eq(replyTallies.reader, ownerOfSent(userId)));
  const { email: requestedFor, requestedAt } = passwordResetRequests;
  await tx.delete(passwordResetRequests).where(and(eq(requestedFor, email), lte(requestedAt, since)));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

/** Another account with this email, such as a returned person's, searches the letters that stay with their senders. */
async function unindexReceived(tx: Transaction, email: string): Promise<void> {
  const ofDelivery = and(eq(memories.id, deliveries.vaultId), ne(memories.state, "cancelled"));
  const isKept = exists(tx.select({ one: sql`1` }).from(memories).where(ofDelivery));
  const { recipientEmail, firstEmail } = deliveries;
  await tx
    .update(deliveries)
    .set({ isIndexed: false })
    .where(and(eq(recipientEmail, email), isKept));
  await tx
    .update(deliveries)
    .set({ isFirstIndexed: false })
    .where(and(eq(firstEmail, email), isKept));
}

/** Legacy contacts stay while a vault may need their help, see `forgetContactsOfErased`. */
async function keepNameOnly(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.delete(securityEvents).where(eq(securityEvents.userId, userId));
  await tx.delete(notificationPreferences).where(eq(notificationPreferences.userId, userId));
  await tx
    .update(profiles)
    .set({
      erasedAt: now,
      timeZone: "UTC",
      planId: "free",
      vaultLimit: 0,
      profileVisibility: "private",
      allowSearchByEmail: false,
      updatedAt: now,
    })
    .where(eq(profiles.id, userId));
  await tx.delete(erasures).where(eq(erasures.userId, userId));
}

async function deleteInSlices(table: MySqlTable, which: SQL | undefined): Promise<void> {
  while (changedRows(await db.delete(table).where(which).limit(SLICE)) === SLICE);
}
