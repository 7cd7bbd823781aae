import { and, eq, inArray } from "drizzle-orm";
import { dateIn } from "~/domain/calendar/delivery-date";
import { type LegacyRequestKind, type LegacyRequestState, PERMISSION_FOR } from "~/domain/legacy/legacy";
import { idsInLink } from "~/domain/legacy/legacy-links.server";
import { recordEvent } from "~/domain/vault/history.server";
import type { VaultState } from "~/domain/vault/vault";
import { displayTitleOf } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Queryable } from "~/services/db.server";
import { legacyContacts, legacyWaits, memories } from "~db/schema";

export type StoppableRequest = {
  id: string;
  contactName: string;
  title: string;
  recipientName: string;
  vaultState: VaultState;
  kind: LegacyRequestKind;
  state: LegacyRequestState;
  /** In the vault's zone. */
  opensOn: string;
  isRead: boolean;
  /** Whether the contact still has the permission, and has not stepped back. */
  isAllowed: boolean;
};

/** Undefined for forged and outdated links. */
export async function findLegacyRequestByLink(link: string): Promise<StoppableRequest | undefined> {
  const [id] = idsInLink("stop", link) ?? [];
  const row = id ? await findRequest(db, id) : undefined;
  if (!row) return undefined;
  const { request, vault, contact } = row;
  return {
    id: request.id,
    contactName: contact.name,
    title: displayTitleOf(vault),
    recipientName: vault.recipient ?? "",
    vaultState: vault.state,
    kind: request.kind,
    state: request.state,
    opensOn: dateIn(vault.deliveryZone, request.opensAt),
    isRead: request.readAt !== null,
    isAllowed: contact.state === "accepted" && contact[PERMISSION_FOR[request.kind]],
  };
}

/**
 * Stops a request for good, even once it has opened, and the contact's other one for this vault, which would let them
 * read it anyway. The signed link in the owner's mail is enough authorisation: it can do nothing else. Returns false
 * when there is nothing to stop.
 */
export async function stopLegacyRequest(id: string, now = clock.now()): Promise<boolean> {
  return inTransaction(async (tx) => {
    const row = await findRequest(tx, id);
    if (!row) return false;
    const { vault, contact } = row;
    // The contact's other request may begin at this moment.
    await tx
      .select({ id: legacyContacts.id })
      .from(legacyContacts)
      .where(eq(legacyContacts.id, contact.id))
      .for("update");
    const live = await tx
      .select({ id: legacyWaits.id })
      .from(legacyWaits)
      .where(
        and(
          eq(legacyWaits.contactId, contact.id),
          eq(legacyWaits.vaultId, vault.id),
          inArray(legacyWaits.state, ["waiting", "open"]),
        ),
      )
      .for("update");
    const ids = live.map((request) => request.id);
    if (!ids.includes(id)) return false;
    await tx.update(legacyWaits).set({ state: "stopped", nextStepAt: null }).where(inArray(legacyWaits.id, ids));
    await recordEvent(tx, { vaultId: vault.id, kind: "legacy_stopped", detail: contact.name }, now);
    return true;
  });
}

async function findRequest(queryable: Queryable, id: string) {
  const [row] = await queryable
    .select({ request: legacyWaits, vault: memories, contact: legacyContacts })
    .from(legacyWaits)
    .innerJoin(legacyContacts, eq(legacyContacts.id, legacyWaits.contactId))
    .innerJoin(memories, eq(memories.id, legacyWaits.vaultId))
    .where(eq(legacyWaits.id, id));
  return row;
}
