import { createId } from "@paralleldrive/cuid2";
import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import { dateIn } from "~/domain/calendar/delivery-date";
import { writeMessage } from "~/domain/outbox/message.server";
import { recordEvent } from "~/domain/vault/history.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import type { Transaction } from "~/services/db.server";
import { type legacyContacts, legacyWaits, type memories, profiles } from "~db/schema";
import { opensAfter, reminderBefore, type WaitKind } from "./legacy";
import { legacyUrl } from "./legacy-links.server";

type VaultRow = typeof memories.$inferSelect;
type Contact = Pick<typeof legacyContacts.$inferSelect, "id" | "name">;
type Wait = Pick<typeof legacyWaits.$inferSelect, "id" | "kind" | "opensAt">;

/**
 * Begins a contact's thirty days for a vault and tells its owner, who can stop it. The caller has locked the vault and
 * the contact. Undefined, and nothing changed, while a wait of that kind stands, or after the owner stopped one.
 * Answers the id of the message.
 */
export async function beginWait(
  tx: Transaction,
  vault: VaultRow,
  contact: Contact,
  kind: WaitKind,
  now: Date,
): Promise<string | undefined> {
  const [before] = await tx
    .select()
    .from(legacyWaits)
    .where(and(eq(legacyWaits.contactId, contact.id), eq(legacyWaits.vaultId, vault.id), eq(legacyWaits.kind, kind)))
    .for("update");
  if (before && before.state !== "over") return undefined;
  const opensAt = opensAfter(now);
  const begun = { state: "waiting", begunAt: now, opensAt, nextStepAt: reminderBefore(opensAt) } as const;
  const id = before?.id ?? createId();
  if (before) {
    await tx
      .update(legacyWaits)
      .set({ ...begun, remindedAt: null, readAt: null })
      .where(eq(legacyWaits.id, id));
  } else {
    await tx.insert(legacyWaits).values({ ...begun, id, contactId: contact.id, vaultId: vault.id, kind });
  }
  const line = kind === "view" ? "legacy_view_asked" : "legacy_copy_announced";
  await recordEvent(tx, { vaultId: vault.id, kind: line, detail: contact.name }, now);
  return tellOwner(tx, vault, contact, { id, kind, opensAt }, { isReminder: false }, now);
}

/** Writes to the vault's owner of a wait that stands, with the link that stops it. Answers the id of the message. */
export async function tellOwner(
  tx: Transaction,
  vault: VaultRow,
  contact: Contact,
  wait: Wait,
  { isReminder }: { isReminder: boolean },
  now: Date,
): Promise<string> {
  const [owner] = await tx.select().from(profiles).where(eq(profiles.id, vault.userId));
  if (!owner) throw new Error(`Vault ${vault.id} has no owner.`);
  return writeMessage(
    tx,
    {
      kind: "legacy_wait",
      uniqueKey: `legacy_wait:${wait.id}:${wait.opensAt.getTime()}:${isReminder ? "reminder" : "begun"}`,
      to: { name: owner.fullName, email: owner.email },
      props: {
        name: owner.fullName,
        contactName: contact.name,
        title: decryptTitle(vault) || DISPLAY_TITLE,
        recipientName: vault.recipient ?? "",
        kind: wait.kind,
        opensOn: dateIn(vault.deliveryZone, wait.opensAt),
        isReminder,
        url: legacyUrl("stop", wait.id),
      },
      vaultId: vault.id,
      expiresAt: wait.opensAt,
    },
    now,
  );
}

/**
 * Ends what contacts wait for with vaults that arrived, or that are sent anew: whoever asks again begins again. A copy
 * that was handed over stays with its contact.
 */
export async function endWaitsFor(tx: Transaction, ...vaultIds: string[]): Promise<void> {
  await end(
    tx,
    and(
      inArray(legacyWaits.vaultId, vaultIds),
      or(eq(legacyWaits.state, "waiting"), and(eq(legacyWaits.state, "open"), eq(legacyWaits.kind, "view"))),
    ),
  );
}

/** Ends all that a contact waits for, or has got, by a permission that is taken back. */
export async function endWaitsOf(tx: Transaction, contactId: string, kind: WaitKind): Promise<void> {
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
