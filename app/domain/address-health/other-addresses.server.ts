import { and, asc, eq, inArray, or } from "drizzle-orm";
import { isDeliverable } from "~/domain/vault/vault";
import { db, type Queryable } from "~/services/db.server";
import { legacyContacts, memories, profiles } from "~db/schema";
import { isUnusable, STATUS_WORDS, statusOfAddress } from "./address-status";
import { withKnown } from "./addresses.server";

/** Used only once the recipient's own address fails. */
export type OtherAddress = {
  role: "second" | "backup" | "legacy";
  name: string;
  email: string;
  checkedAt: Date | null;
  /** A sentence without its full stop. */
  trouble: string | undefined;
};

export type TroubledAddress = Pick<OtherAddress, "role" | "name" | "email"> & { trouble: string };

type VaultRow = typeof memories.$inferSelect;
type WithOthers = Pick<VaultRow, "id" | "recipientEmail" | "secondEmail" | "backupName" | "backupEmail">;

/** Of one vault. As on the ladder, none is used twice. */
export async function listOtherAddresses(queryable: Queryable, vault: WithOthers): Promise<OtherAddress[]> {
  const { recipientEmail, secondEmail, backupName, backupEmail } = vault;
  const others: { role: OtherAddress["role"]; name: string; email: string }[] = [];
  if (secondEmail && secondEmail !== recipientEmail) others.push({ role: "second", name: "", email: secondEmail });
  if (backupEmail && backupEmail !== recipientEmail && backupEmail !== secondEmail)
    others.push({ role: "backup", name: backupName ?? "", email: backupEmail });
  return (await withKnown(queryable, vault.id, others)).map(({ known, ...other }) => {
    const status = known ? statusOfAddress(known) : null;
    const trouble = isUnusable(status) ? STATUS_WORDS[status] : undefined;
    return { ...other, checkedAt: known?.domainCheckedAt ?? null, trouble };
  });
}

/** For the page of a vault. */
export async function listTroubled(vault: WithOthers & Pick<VaultRow, "state">): Promise<TroubledAddress[]> {
  if (!isDeliverable(vault)) return [];
  const others = await listOtherAddresses(db, vault);
  return others.flatMap(({ role, name, email, trouble }) => (trouble ? [{ role, name, email, trouble }] : []));
}

/** The legacy contacts who have accepted, in the order in which they were added. */
export async function listLegacyAddresses(
  queryable: Queryable,
  userId: string,
): Promise<(OtherAddress & { id: string })[]> {
  const { id, name, email, domainStatus, domainCheckedAt, ownerId, state, createdAt } = legacyContacts;
  const contacts = await queryable
    .select({ id, name, email, domainStatus, domainCheckedAt })
    .from(legacyContacts)
    .where(and(eq(ownerId, userId), eq(state, "accepted")))
    .orderBy(asc(createdAt), asc(id));
  return contacts.map((contact) => ({
    id: contact.id,
    role: "legacy",
    name: contact.name,
    email: contact.email,
    checkedAt: contact.domainCheckedAt,
    trouble: contact.domainStatus === "takes_none" ? STATUS_WORDS.no_mail : undefined,
  }));
}

/** Whether any of these emails is still used by a waiting vault, or a legacy contact, of this account, and fails. */
export async function isAnyOtherTroubled(ownEmail: string, emails: string[]): Promise<boolean> {
  if (emails.length === 0) return false;
  const [profile] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, ownEmail));
  if (!profile) return false;
  const isTroubled = ({ email, trouble }: { email: string; trouble?: string | undefined }) =>
    trouble !== undefined && emails.includes(email);
  if ((await listLegacyAddresses(db, profile.id)).some(isTroubled)) return true;
  const { userId, list, secondEmail, backupEmail } = memories;
  const vaults = await db
    .select()
    .from(memories)
    .where(
      and(eq(userId, profile.id), eq(list, "pending"), or(inArray(secondEmail, emails), inArray(backupEmail, emails))),
    );
  for (const vault of vaults) if ((await listTroubled(vault)).some(isTroubled)) return true;
  return false;
}
