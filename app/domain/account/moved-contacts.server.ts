import { and, eq, gte, type SQL } from "drizzle-orm";
import { endCodes } from "~/domain/codes/one-time-code.server";
import { redirectUnsent } from "~/domain/outbox/messages-to-contact.server";
import { isDuplicate, type Transaction } from "~/services/db.server";
import { legacyContacts, linkTokens, readingSessions } from "~db/schema";
import type { EmailMove } from "./moved-deliveries.server";

/** Legacy contacts who accepted at the account's verified email stay reachable. */
export async function redirectContacts(
  tx: Transaction,
  userId: string,
  { from, to }: EmailMove,
  now: Date,
): Promise<void> {
  const { email, state } = legacyContacts;
  const moving = await lockContacts(tx, and(eq(email, from), eq(state, "accepted")));
  for (const contact of moving) {
    const movedFrom = contact.movedWith === userId ? contact.movedFrom : from;
    await moveContact(tx, contact, { email: to, movedWith: userId, movedFrom }, now);
  }
}

/** Moves back the contacts that the undone changes moved, each to where it was before the first of those changes. */
export async function returnContacts(
  tx: Transaction,
  link: { userId: string; createdAt: Date },
  { from, to }: EmailMove,
  now: Date,
): Promise<void> {
  const { userId, newEmail, purpose, createdAt } = linkTokens;
  const isUndone = and(eq(userId, link.userId), eq(purpose, "undo_email"), gte(createdAt, link.createdAt));
  const undone = (await tx.select({ newEmail }).from(linkTokens).where(isUndone)).map((row) => row.newEmail);
  const { email, movedWith } = legacyContacts;
  for (const contact of await lockContacts(tx, and(eq(email, from), eq(movedWith, link.userId)))) {
    const { movedFrom } = contact;
    const isHome = movedFrom !== null && undone.includes(movedFrom);
    const back = isHome ? { email: movedFrom, movedWith: null, movedFrom: null } : { email: to };
    await moveContact(tx, contact, back, now);
  }
}

const lockContacts = (tx: Transaction, which: SQL | undefined) =>
  tx.select().from(legacyContacts).where(which).for("update");

/**
 * Codes sent to the former email stop working, and browsers that entered one lose their access. An owner who also has
 * the new email among their contacts keeps both.
 */
async function moveContact(
  tx: Transaction,
  { id: contactId }: { id: string },
  moved: { email: string; movedWith?: string | null; movedFrom?: string | null },
  now: Date,
): Promise<void> {
  const unchecked = { domainStatus: null, domainCheckedAt: null };
  try {
    await tx
      .update(legacyContacts)
      .set({ ...moved, ...unchecked })
      .where(eq(legacyContacts.id, contactId));
  } catch (error) {
    if (isDuplicate(error, "legacy_contacts_owner")) return;
    throw error;
  }
  await redirectUnsent(tx, contactId, moved.email);
  await endCodes(tx, { contactId }, now);
  await tx.delete(readingSessions).where(eq(readingSessions.contactId, contactId));
}
