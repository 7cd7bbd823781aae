import { randomUUID } from "node:crypto";
import { PLANS } from "../../../app/domain/account/plans.ts";
import { FormClient } from "./form-client.ts";
import { linkIn, type Mailbox } from "./mailbox.ts";
import { ask } from "./truth.ts";

export type Person = { name: string; email: string; password: string };
export type Account = Person & { id: string; client: FormClient };
export type Letter = {
  title: string;
  recipientName: string;
  recipientEmail: string;
  message: string;
  date: string;
  hour?: string;
  recipientPhone?: string;
  backupName?: string;
  backupEmail?: string;
};

/** Somebody nobody has met: an address of their own. */
export function somePerson(name = "Anna Berger"): Person {
  const mailbox = name.split(" ")[0]?.toLowerCase();
  return { name, email: `${mailbox}-${randomUUID().slice(0, 13)}@example.org`, password: "Kept-4-Leo" };
}

/**
 * Signs a person up through the real form. Verified, unless told otherwise, and with room for `vaultLimit` vaults, by
 * the plan that has as many where one has: set in the database, as how one gets there is the matter of other tests.
 */
export async function openAccount(
  url: string,
  { person = somePerson(), isVerified = true, vaultLimit = 50 } = {},
): Promise<Account> {
  const client = new FormClient(url);
  const { name, email, password } = person;
  const fields = { fullName: name, email, password, confirmPassword: password };
  const answer = await client.post("/auth?mode=signup", fields);
  if (answer.status !== 303) throw new Error(`Signing up answered ${answer.status}.`);
  await client.get("/dashboard");
  const verifiedAt = isVerified ? new Date() : null;
  const planId = PLANS.find((plan) => plan.vaultLimit === vaultLimit)?.id ?? "free";
  await ask("UPDATE profiles SET email_verified_at = ?, vault_limit = ?, plan_id = ? WHERE email = ?", [
    verifiedAt,
    vaultLimit,
    planId,
    email,
  ]);
  const [row] = await ask("SELECT id FROM profiles WHERE email = ?", [email]);
  return { ...person, id: String(row?.id), client };
}

/** Writes a letter as this account through the real form, and answers its id. */
export async function sendLetter(account: Account, letter: Partial<Letter> = {}): Promise<string> {
  const { date, hour, ...fields } = { ...someLetter(), ...letter };
  const answer = await account.client.post("/create?type=send-to-someone&step=form", {
    ...fields,
    deliveryDate: date,
    deliveryHour: hour ?? "9",
    deliveryZone: "UTC",
  });
  if (answer.status !== 303) throw new Error(`Scheduling answered ${answer.status}.`);
  await account.client.get("/dashboard");
  const [row] = await ask("SELECT id FROM memories WHERE user_id = ? ORDER BY created_at DESC, id LIMIT 1", [
    account.id,
  ]);
  return String(row?.id);
}

export function someLetter(): Letter {
  const { name, email } = somePerson("Mia Berger");
  return {
    title: `Letter ${randomUUID().slice(0, 8)}`,
    recipientName: name,
    recipientEmail: email,
    message: "Dear Mia, the colander is yours now.",
    date: "2044-06-14",
  };
}

/** A letter that has just arrived: its id, and the link that its reader was sent. */
export async function deliverLetter(account: Account, mailbox: Mailbox, letter: Partial<Letter> = {}) {
  const written = { ...someLetter(), date: today(), hour: "0", ...letter };
  const id = await sendLetter(account, written);
  const mail = await mailbox.waitFor(written.recipientEmail, (one) => one.text?.includes("/open/") ?? false);
  return { ...written, id, link: linkIn(mail) };
}

/** Today by the clock of UTC, as a form sends it. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
