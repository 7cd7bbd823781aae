import { asc, eq } from "drizzle-orm";
import { listConfirmedGuests } from "~/domain/board/guests.server";
import { isErasedEmail } from "~/domain/outbox/erased-email";
import type { Queryable } from "~/services/db.server";
import { recipients } from "~db/schema";

export type Addressee = { name: string; email: string; isGuest?: true };
type AddressedVault = { id: string; type: string; recipient: string | null; recipientEmail: string | null };

/** The recipient; for a board its listed people, confirmed guests and host (product decision 18), each once. */
export async function addresseesOf(queryable: Queryable, vault: AddressedVault, host: Addressee): Promise<Addressee[]> {
  if (vault.type !== "memory-board") return [recipientOf(vault)];
  const guests = await listConfirmedGuests(queryable, vault.id);
  const invited = guests.map((guest) => ({ ...guest, isGuest: true as const }));
  return onceEach([...(await listRecipients(queryable, vault.id)), ...invited], host);
}

/** Whether only a guest of the board gave this address, and not its host as well. */
export async function isGuestAddress(
  queryable: Queryable,
  { vaultId, recipientEmail }: { vaultId: string; recipientEmail: string },
): Promise<boolean> {
  const isTheirs = ({ email }: { email: string }) => email === recipientEmail;
  if (!(await listConfirmedGuests(queryable, vaultId)).some(isTheirs)) return false;
  return !(await listRecipients(queryable, vaultId)).some(isTheirs);
}

/** Without the guests, whose emails the host did not give. */
export async function listedAddresseesOf(
  queryable: Queryable,
  vault: AddressedVault,
  host: Addressee,
): Promise<Addressee[]> {
  if (vault.type !== "memory-board") return [recipientOf(vault)];
  return onceEach(await listRecipients(queryable, vault.id), host);
}

const recipientOf = ({ recipient, recipientEmail }: AddressedVault) => ({
  name: recipient ?? "",
  email: recipientEmail ?? "",
});

function listRecipients(queryable: Queryable, vaultId: string): Promise<Addressee[]> {
  return queryable
    .select({ name: recipients.name, email: recipients.email })
    .from(recipients)
    .where(eq(recipients.vaultId, vaultId))
    .orderBy(asc(recipients.position));
}

/** The host's own name wins over a listed one. A host whose account was erased gets nothing. */
function onceEach(people: Addressee[], host: Addressee): Addressee[] {
  const byEmail = new Map<string, Addressee>();
  for (const person of isErasedEmail(host.email) ? people : [...people, host]) {
    if (!byEmail.has(person.email) || person === host) byEmail.set(person.email, person);
  }
  return [...byEmail.values()];
}
