import { and, eq } from "drizzle-orm";
import { redeliver } from "~/domain/delivery/readdress.server";
import { isUndelivered, type Permission } from "~/domain/legacy/legacy";
import { createLegacyRequest } from "~/domain/legacy/legacy-requests.server";
import { writeMessage } from "~/domain/outbox/message.server";
import { isFailed } from "~/domain/vault/events";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { inTransaction, isDuplicate, type Transaction } from "~/services/db.server";
import { deliveries, legacyContacts, memories, profiles } from "~db/schema";
import type { Helper } from "./help.server";

export type CorrectResult =
  | { ok: true }
  | { ok: false; reason: "not_allowed" | "not_needed" | "taken" | "contacts_own" | "unwanted" };

/**
 * Redelivers at once and notifies the owner. Refuses the email of a legacy contact, who would read without the thirty
 * days.
 */
export async function correctAddress(
  helper: Helper,
  { deliveryId, email }: { deliveryId: string; email: string },
  now = clock.now(),
): Promise<CorrectResult> {
  try {
    return await inTransaction(async (tx): Promise<CorrectResult> => {
      const locked = await lockVault(tx, helper, "updateEmail");
      const [delivery] = await tx
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.id, deliveryId), eq(deliveries.vaultId, helper.vaultId)))
        .for("update");
      if (!locked || !delivery) return { ok: false, reason: "not_allowed" };
      const { vault, owner } = locked;
      const ofContact = and(eq(legacyContacts.ownerId, owner.id), eq(legacyContacts.email, email));
      if ((await tx.$count(legacyContacts, ofContact)) > 0) return { ok: false, reason: "contacts_own" };
      if (!isFailed(delivery.state)) return { ok: false, reason: "not_needed" };
      const by = helper.contactName;
      const sent = await redeliver(tx, { vault, delivery }, { move: "readdressed", email, by }, now);
      if (typeof sent === "string") return { ok: false, reason: sent };
      await writeMessage(
        tx,
        {
          kind: "legacy_readdressed",
          uniqueKey: `legacy_readdressed:${sent.messageId}`,
          to: { name: owner.fullName, email: owner.email },
          props: {
            name: owner.fullName,
            contactName: by,
            title: decryptTitle(vault) || DISPLAY_TITLE,
            recipientName: delivery.recipientName,
            recipientEmail: email,
            url: `${env.BASE_URL}/memories/${vault.id}`,
          },
          vaultId: vault.id,
        },
        now,
      );
      return { ok: true };
    });
  } catch (error) {
    if (isDuplicate(error, "deliveries_recipient")) return { ok: false, reason: "taken" };
    throw error;
  }
}

/**
 * Starts the thirty days for an undelivered vault and notifies the owner. Returns false where not allowed or not
 * needed. Asking again changes nothing.
 */
export async function requestView(helper: Helper, now = clock.now()): Promise<boolean> {
  return inTransaction(async (tx) => {
    const locked = await lockVault(tx, helper, "viewContent");
    if (!locked) return false;
    const { vault } = locked;
    const rows = await tx.select({ state: deliveries.state }).from(deliveries).where(eq(deliveries.vaultId, vault.id));
    const states = rows.map(({ state }) => state);
    if (!isUndelivered(vault.state, states)) return false;
    const contact = { id: helper.contactId, name: helper.contactName };
    await createLegacyRequest(tx, vault, contact, "view", now);
    return true;
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
