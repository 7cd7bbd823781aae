import { and, eq, inArray } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { type Addressee, listedAddresseesOf } from "~/domain/recipients/addressees.server";
import { db, type Queryable, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { addressHealth, memories } from "~db/schema";
import { type AddressStatus, isAddressConcern, statusOfVault } from "./address-status";

type VaultRow = typeof memories.$inferSelect;
type AddressedVault = Pick<VaultRow, "id" | "type" | "recipient" | "recipientEmail">;
export type KnownAddressRow = typeof addressHealth.$inferSelect;
export type SenderContact = { fullName: string; email: string };

export type Address = Addressee & { known: KnownAddressRow | undefined };

/** Without the sender, and without a board's guests, who gave their emails themselves. */
export async function othersOf(
  queryable: Queryable,
  vault: AddressedVault,
  sender: SenderContact,
): Promise<Addressee[]> {
  const all = await listedAddresseesOf(queryable, vault, { name: sender.fullName, email: sender.email });
  return all.filter(({ email }) => email !== "" && email !== sender.email);
}

export type AddressActions = { mayAsk: boolean; mayChange: boolean };

/** What the sender can do about a vault's addresses: of a board, only once it has a recipient or a backup contact. */
export async function addressActionsOf(
  { name, email }: User,
  vault: AddressedVault & Pick<VaultRow, "backupEmail">,
  queryable: Queryable = db,
): Promise<AddressActions> {
  const mayAsk = (await othersOf(queryable, vault, { fullName: name, email })).length > 0;
  return { mayAsk, mayChange: vault.type !== "memory-board" || mayAsk || vault.backupEmail !== null };
}

/** Without the sender. */
export async function listAddresses(queryable: Queryable, vault: VaultRow, sender: SenderContact): Promise<Address[]> {
  return withKnown(queryable, vault.id, await othersOf(queryable, vault, sender));
}

export async function withKnown<Person extends { email: string }>(
  queryable: Queryable,
  vaultId: string,
  people: Person[],
): Promise<(Person & { known: KnownAddressRow | undefined })[]> {
  if (people.length === 0) return [];
  const emails = people.map(({ email }) => email);
  const rows = await queryable
    .select()
    .from(addressHealth)
    .where(and(eq(addressHealth.vaultId, vaultId), inArray(addressHealth.email, emails)));
  return people.map((person) => ({ ...person, known: rows.find(({ email }) => email === person.email) }));
}

export async function saveAddressHealth(
  tx: Transaction,
  vaultId: string,
  email: string,
  changes: Partial<Omit<KnownAddressRow, "id" | "vaultId" | "email">>,
): Promise<void> {
  await tx
    .insert(addressHealth)
    .values({ id: createId(), vaultId, email, ...changes })
    .onDuplicateKeyUpdate({ set: changes });
}

/** The caller has locked the vault's row. */
export async function updateAddressStatus(
  tx: Transaction,
  vault: VaultRow,
  sender: SenderContact,
  now: Date,
): Promise<AddressStatus | null> {
  const addresses = await listAddresses(tx, vault, sender);
  const nothing = { domainStatus: null, domainCheckedAt: null, askedAt: null, answer: null, answeredAt: null };
  const status = statusOfVault(addresses.map(({ known }) => known ?? nothing));
  if (status === vault.addressStatus) return status;
  const addressConcernAt = isAddressConcern(status) ? now : null;
  await tx.update(memories).set({ addressStatus: status, addressConcernAt }).where(eq(memories.id, vault.id));
  return status;
}
