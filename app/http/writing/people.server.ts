import type { User } from "~/domain/account/account";
import type { VaultType } from "~/domain/vault/vault";
import type { VaultInput } from "~/domain/writing/vault-columns.server";
import { findAddressed } from "~/domain/writing/vault-form-values.server";
import type { FormRefusal } from "~/http/form.server";
import { refundPeople, tooManyPeople } from "~/http/rate-limit.server";

type Addressed = Pick<VaultInput, "recipientEmail" | "boardRecipients">;
type Taken = { refusal?: FormRefusal | undefined; refund: () => Promise<void> };

/**
 * Counts a vault's addressees, other than the sender, towards the account's daily limit: each will be mailed, and may
 * be a stranger. `vaultId` is a changed vault, whose earlier addressees are not counted again.
 */
export async function takePeople(user: User, type: VaultType, input: Addressed, vaultId?: string): Promise<Taken> {
  const before = vaultId === undefined ? undefined : await findAddressed(vaultId);
  const people = type === "future-self" ? 0 : countNew(user.email, input, before);
  const refusal = await tooManyPeople(user, people);
  return { refusal, refund: () => refundPeople(user, people) };
}

function countNew(own: string, input: Addressed, before: Addressed = {}): number {
  const known = new Set([own, ...emailsIn(before)]);
  return new Set(emailsIn(input).filter((email) => !known.has(email))).size;
}

function emailsIn({ recipientEmail, boardRecipients = [] }: Addressed): string[] {
  const emails = [recipientEmail, ...boardRecipients.map((person) => person.email)];
  return emails.filter((email): email is string => Boolean(email));
}
