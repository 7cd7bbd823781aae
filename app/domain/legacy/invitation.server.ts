import { eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { legacyContacts, profiles } from "~db/schema";
import { cancelMessages } from "./contacts.server";
import type { ContactState, Permissions } from "./legacy";
import { idsInLink } from "./legacy-links.server";
import { endLegacyRequestsOf } from "./legacy-requests.server";
import { notifyAboutUndelivered, reviewWaits } from "./notify-contacts.server";

export type Invitation = {
  contactId: string;
  contactName: string;
  ownerName: string;
  /** The account was erased. */
  isOwnerGone: boolean;
  permissions: Permissions;
  state: ContactState;
};

/** Undefined for forged links and for removed contacts. */
export async function findInvitation(link: string): Promise<Invitation | undefined> {
  const [contactId] = idsInLink("invitation", link) ?? [];
  if (!contactId) return undefined;
  const [row] = await db
    .select({ contact: legacyContacts, ownerName: profiles.fullName, erasedAt: profiles.erasedAt })
    .from(legacyContacts)
    .innerJoin(profiles, eq(profiles.id, legacyContacts.ownerId))
    .where(eq(legacyContacts.id, contactId));
  if (!row) return undefined;
  const { name, state, updateEmail, viewContent, receiveDuplicate } = row.contact;
  return {
    contactId,
    contactName: name,
    ownerName: row.ownerName,
    isOwnerGone: row.erasedAt !== null,
    permissions: { updateEmail, viewContent, receiveDuplicate },
    state,
  };
}

/**
 * Accepts or declines; either can be changed later. Accepting also asks the contact about vaults that could not be
 * delivered. Does nothing for a removed contact.
 */
export async function answerInvitation(
  { contactId }: { contactId: string },
  answer: "accept" | "decline",
  now = clock.now(),
): Promise<void> {
  const state = answer === "accept" ? "accepted" : "declined";
  await inTransaction(async (tx) => {
    const [contact] = await tx.select().from(legacyContacts).where(eq(legacyContacts.id, contactId)).for("update");
    if (!contact || contact.state === state) return;
    await tx.update(legacyContacts).set({ state, updatedAt: now }).where(eq(legacyContacts.id, contactId));
    if (state === "accepted") return notifyAboutUndelivered(tx, contact, now);
    for (const kind of ["view", "duplicate"] as const) await endLegacyRequestsOf(tx, contactId, kind);
    await cancelMessages(tx, contactId, now);
    await reviewWaits(tx, contact.ownerId, now);
  });
}
