import { setTimeout as pause } from "node:timers/promises";
import type { User } from "~/domain/account/account";
import { storedType, type VaultType } from "~/domain/vault/vault";
import { findScheduled, scheduleVault, updateVault } from "~/domain/writing/schedule.server";
import type { NewVaultInput, VaultInput } from "~/domain/writing/vault-columns.server";
import { findAddressed } from "~/domain/writing/vault-form-values.server";
import type { VaultResult } from "~/domain/writing/vault-result.server";
import type { FormRefusal } from "~/http/form.server";
import { refundPeople, tooManyPeople } from "~/http/rate-limit.server";

const WAITS_MS = [50, 150, 450, 900];

type Addressed = Pick<VaultInput, "recipientEmail" | "boardRecipients">;
type PeopleLimit = { refusal?: FormRefusal | undefined; refund: () => Promise<void> };

/**
 * Counts a vault's addressees, other than the sender, towards the account's daily limit: each will be mailed, and may
 * be a stranger. `vaultId` is a changed vault, whose earlier addressees are not counted again.
 */
export async function countPeople(
  user: User,
  type: VaultType,
  input: Addressed,
  vaultId?: string,
): Promise<PeopleLimit> {
  const before = vaultId === undefined ? undefined : await findAddressed(vaultId);
  const people = type === "future-self" ? 0 : countNew(user.email, input, before);
  const refusal = await tooManyPeople(user, people);
  return { refusal, refund: () => refundPeople(user, people) };
}

type Scheduled = VaultResult | { ok: false; reason: "people_limit"; refusal: FormRefusal };

/** A form that is sent twice has its addressees counted once, and gets the same vault. */
export async function scheduleForPeople(user: User, input: NewVaultInput, now?: Date): Promise<Scheduled> {
  const before = await findScheduled(user, input);
  if (before) return { ok: true, id: before };
  const { refusal, refund } = await countPeople(user, storedType(input.type), input);
  if (refusal) {
    const meanwhile = await waitForScheduled(user, input);
    return meanwhile ? { ok: true, id: meanwhile } : { ok: false, reason: "people_limit", refusal };
  }
  const scheduled = await scheduleVault(user, input, now);
  if (!scheduled.ok) await refund();
  return scheduled;
}

/** A request with the same form holds no lock while it has counted but not saved yet. */
async function waitForScheduled(user: User, input: NewVaultInput): Promise<string | undefined> {
  for (const wait of WAITS_MS) {
    const id = await findScheduled(user, input);
    if (id) return id;
    await pause(wait);
  }
  return findScheduled(user, input);
}

/** Like `scheduleForPeople`, for a vault that is scheduled. */
export async function updateForPeople(user: User, type: VaultType, id: string, input: VaultInput): Promise<Scheduled> {
  const { refusal, refund } = await countPeople(user, type, input, id);
  if (refusal) return { ok: false, reason: "people_limit", refusal };
  const updated = await updateVault(user, id, input);
  if (!updated.ok) await refund();
  return updated;
}

function countNew(own: string, input: Addressed, before: Addressed = {}): number {
  const known = new Set([own, ...emailsIn(before)]);
  return new Set(emailsIn(input).filter((email) => !known.has(email))).size;
}

function emailsIn({ recipientEmail, boardRecipients = [] }: Addressed): string[] {
  const emails = [recipientEmail, ...boardRecipients.map((person) => person.email)];
  return emails.filter((email): email is string => Boolean(email));
}
