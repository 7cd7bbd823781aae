import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import { dateIn } from "~/domain/calendar/delivery-date";
import { writeMessage } from "~/domain/outbox/message.server";
import { recordEvent } from "~/domain/vault/history.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import type { Queryable, Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { legacyContacts, legacyWaits, type memories, profiles } from "~db/schema";
import { type LegacyRequest, type LegacyRequestKind, opensAfter, reminderBefore } from "./legacy";
import { legacyUrl } from "./legacy-links.server";

type VaultRow = typeof memories.$inferSelect;
type Contact = Pick<typeof legacyContacts.$inferSelect, "id" | "name">;
type RequestRow = Pick<typeof legacyWaits.$inferSelect, "id" | "kind" | "opensAt">;

export async function listLegacyRequests(queryable: Queryable, vaultId: string): Promise<LegacyRequest[]> {
  const rows = await queryable
    .select({ request: legacyWaits, contact: legacyContacts })
    .from(legacyWaits)
    .innerJoin(legacyContacts, eq(legacyContacts.id, legacyWaits.contactId))
    .where(eq(legacyWaits.vaultId, vaultId));
  return rows.map(({ request: { id, contactId, kind, state, opensAt }, contact }) => ({
    id,
    contactId,
    contactEmail: contact.email,
    contactState: contact.state,
    linkVersion: contact.linkVersion,
    permissions: {
      updateEmail: contact.updateEmail,
      viewContent: contact.viewContent,
      receiveDuplicate: contact.receiveDuplicate,
    },
    kind: kind,
    state,
    opensAt,
  }));
}

/**
 * Starts a contact's thirty days and notifies the owner, who can stop them. The caller has locked the vault and the
 * contact. Does nothing while such a request is under way, or once the owner stopped one.
 */
export async function createLegacyRequest(
  tx: Transaction,
  vault: VaultRow,
  contact: Contact,
  kind: LegacyRequestKind,
  now: Date,
): Promise<void> {
  const [before] = await tx
    .select()
    .from(legacyWaits)
    .where(and(eq(legacyWaits.contactId, contact.id), eq(legacyWaits.vaultId, vault.id), eq(legacyWaits.kind, kind)))
    .for("update");
  if (before && before.state !== "over") return;
  const opensAt = opensAfter(now);
  const begun = { state: "waiting" as const, begunAt: now, opensAt, nextStepAt: reminderBefore(opensAt) };
  const id = before?.id ?? createId();
  if (before) {
    await tx
      .update(legacyWaits)
      .set({ ...begun, remindedAt: null, readAt: null })
      .where(eq(legacyWaits.id, id));
  } else {
    await tx.insert(legacyWaits).values({ ...begun, id, contactId: contact.id, vaultId: vault.id, kind });
  }
  const event = kind === "view" ? "legacy_view_asked" : "legacy_copy_announced";
  await recordEvent(tx, { vaultId: vault.id, kind: event, detail: contact.name }, now);
  await notifyOwner(tx, vault, contact, { id, kind, opensAt }, { isReminder: false }, now);
}

/** The mail contains the link that stops the request. */
export async function notifyOwner(
  tx: Transaction,
  vault: VaultRow,
  contact: Contact,
  request: RequestRow,
  { isReminder }: { isReminder: boolean },
  now: Date,
): Promise<void> {
  const [owner] = await tx.select().from(profiles).where(eq(profiles.id, vault.userId));
  if (!owner) throw new Error(`Vault ${vault.id} has no owner.`);
  await writeMessage(
    tx,
    {
      kind: "legacy_wait",
      uniqueKey: `legacy_wait:${request.id}:${request.opensAt.getTime()}:${isReminder ? "reminder" : "begun"}`,
      to: { name: owner.fullName, email: owner.email },
      props: {
        name: owner.fullName,
        contactName: contact.name,
        title: decryptTitle(vault) || DISPLAY_TITLE,
        recipientName: vault.recipient ?? "",
        kind: request.kind,
        opensOn: dateIn(vault.deliveryZone, request.opensAt),
        isReminder,
        url: legacyUrl("stop", request.id),
      },
      vaultId: vault.id,
      expiresAt: request.opensAt,
    },
    now,
  );
}

/** For vaults that arrived or are sent again. A copy that a contact has received stays readable. */
export async function endLegacyRequestsFor(tx: Transaction, ...vaultIds: string[]): Promise<void> {
  await end(
    tx,
    and(
      inArray(legacyWaits.vaultId, vaultIds),
      or(eq(legacyWaits.state, "waiting"), and(eq(legacyWaits.state, "open"), eq(legacyWaits.kind, "view"))),
    ),
  );
}

/** For a withdrawn permission. Also closes copies that the contact has received. */
export async function endLegacyRequestsOf(tx: Transaction, contactId: string, kind: LegacyRequestKind): Promise<void> {
  await end(
    tx,
    and(
      eq(legacyWaits.contactId, contactId),
      eq(legacyWaits.kind, kind),
      inArray(legacyWaits.state, ["waiting", "open"]),
    ),
  );
}

async function end(tx: Transaction, which: SQL | undefined): Promise<void> {
  await tx.update(legacyWaits).set({ state: "over", nextStepAt: null }).where(which);
}
