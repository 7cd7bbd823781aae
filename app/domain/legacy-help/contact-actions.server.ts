import { and, eq } from "drizzle-orm";
import { type ProposalRefusal, proposeAddress } from "~/domain/delivery/propose-address.server";
import { isUndelivered, type Permission } from "~/domain/legacy/legacy";
import { createLegacyRequest } from "~/domain/legacy/legacy-requests.server";
import * as clock from "~/services/clock.server";
import { inTransaction, type Transaction } from "~/services/db.server";
import { deliveries, legacyContacts, memories, profiles } from "~db/schema";
import type { Helper } from "./help.server";

export type CorrectResult = { ok: true } | { ok: false; reason: ProposalRefusal | "not_allowed" | "contacts_own" };

/**
 * Notifies the owner, who has 72 hours to stop it before anything is sent there. Refuses the email of a legacy contact,
 * who could otherwise read without the thirty days.
 */
export async function correctAddress(
  helper: Helper,
  { deliveryId, email }: { deliveryId: string; email: string },
  now = clock.now(),
): Promise<CorrectResult> {
  const reason = await inTransaction(async (tx) => {
    const locked = await lockVault(tx, helper, "updateEmail");
    const [delivery] = await tx
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.id, deliveryId), eq(deliveries.vaultId, helper.vaultId)))
      .for("update");
    if (!locked || !delivery) return "not_allowed";
    const { vault, owner } = locked;
    const ofContact = and(eq(legacyContacts.ownerId, owner.id), eq(legacyContacts.email, email));
    if ((await tx.$count(legacyContacts, ofContact)) > 0) return "contacts_own";
    const contact = { id: helper.contactId, name: helper.contactName };
    return proposeAddress(tx, { vault, delivery }, { email, contact }, now);
  });
  return reason ? { ok: false, reason } : { ok: true };
}

/**
 * Starts the thirty days for an undelivered vault and notifies the owner. Returns false where not allowed or not
 * needed, and once the owner has stopped it. Asking again changes nothing.
 */
export async function requestView(helper: Helper, now = clock.now()): Promise<boolean> {
  return inTransaction(async (tx) => {
    const locked = await lockVault(tx, helper, "viewContent");
    if (!locked) return false;
    const { vault } = locked;
    const rows = await tx.select().from(deliveries).where(eq(deliveries.vaultId, vault.id));
    if (!isUndelivered(vault.state, rows)) return false;
    const contact = { id: helper.contactId, name: helper.contactName };
    return createLegacyRequest(tx, vault, contact, "view", now);
  });
}

/** Locks the vault, then the contact. Undefined when the contact lacks the permission. */
async function lockVault(tx: Transaction, { contactId, vaultId }: Helper, permission: Permission) {
  const [vault] = await tx.select().from(memories).where(eq(memories.id, vaultId)).for("update");
  const [contact] = await tx.select().from(legacyContacts).where(eq(legacyContacts.id, contactId)).for("update");
  if (!vault || contact?.ownerId !== vault.userId) return undefined;
  if (contact.state !== "accepted" || !contact[permission]) return undefined;
  const [owner] = await tx.select().from(profiles).where(eq(profiles.id, vault.userId));
  return owner && { vault, owner };
}
