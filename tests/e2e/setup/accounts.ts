import { randomUUID } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import { hashPassword } from "../../../app/domain/account/password.server.ts";
import { PLANS } from "../../../app/domain/account/plans.ts";
import { TOAST_COOKIE } from "../../../app/http/toast-cookie.ts";
import { createSecretToken, hashSecretToken } from "../../../app/services/secret-token.server.ts";
import { query } from "./db.ts";
import { FormClient } from "./form-client.ts";
import { linkIn, type MailFolder } from "./mailbox.ts";

export type Person = { name: string; email: string; password: string };
export type Account = Person & { id: string; client: FormClient };
export type LetterInput = {
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

/** A person with a unique email. */
export function newPerson(name = "Anna Berger"): Person {
  const mailbox = name.split(" ")[0]?.toLowerCase();
  return { name, email: `${mailbox}-${randomUUID().slice(0, 13)}@example.org`, password: "Kept-4-Leo" };
}

/**
 * Creates an account and signs it in, with the plan for `vaultLimit` if there is one. A verified account is inserted
 * into the database; an unverified one signs up through the form, which sends the verification mail.
 */
export async function openAccount(
  url: string,
  { person = newPerson(), isVerified = true, vaultLimit = 50 } = {},
): Promise<Account> {
  const client = new FormClient(url);
  if (isVerified) await insertAccount(person, client);
  else await signUpByForm(person, client);
  const planId = PLANS.find((plan) => plan.vaultLimit === vaultLimit)?.id ?? "free";
  await query("UPDATE profiles SET vault_limit = ?, plan_id = ? WHERE email = ?", [vaultLimit, planId, person.email]);
  const [row] = await query("SELECT id FROM profiles WHERE email = ?", [person.email]);
  return { ...person, id: String(row?.id), client };
}

/** Cached, since Argon2 is slow and most accounts have the same password. */
const hashes = new Map<string, Promise<string>>();

async function insertAccount({ name, email, password }: Person, client: FormClient): Promise<void> {
  const passwordHash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, passwordHash);
  const id = createId();
  const token = createSecretToken();
  await query(
    "INSERT INTO profiles (id, email, full_name, email_verified_at, created_at, updated_at) VALUES (?, ?, ?, NOW(3), NOW(3), NOW(3))",
    [id, email, name],
  );
  await query("INSERT INTO credentials (user_id, password_hash, updated_at) VALUES (?, ?, NOW(3))", [
    id,
    await passwordHash,
  ]);
  await query(
    "INSERT INTO sessions (token_hash, id, user_id, device, created_at, confirmed_at, last_seen_at, expires_at) VALUES (?, ?, ?, 'Chrome on Linux', NOW(3), NOW(3), NOW(3), NOW(3) + INTERVAL 30 DAY)",
    [hashSecretToken(token), createId(), id],
  );
  client.setCookie("amberkeep_session", token);
}

async function signUpByForm({ name, email, password }: Person, client: FormClient): Promise<void> {
  const fields = { fullName: name, email, password, confirmPassword: password };
  const answer = await client.post("/auth?mode=signup", fields);
  if (answer.status !== 303) throw new Error(`Signing up returned ${answer.status}.`);
  client.forget(TOAST_COOKIE);
}

/** Schedules a letter through the form. Returns its id. */
export async function sendLetter(account: Account, letter: Partial<LetterInput> = {}): Promise<string> {
  const { date, hour, ...fields } = { ...letterFields(), ...letter };
  const answer = await account.client.postAgain("/create?type=send-to-someone&step=form", {
    ...fields,
    deliveryDate: date,
    deliveryHour: hour ?? "9",
    deliveryZone: "UTC",
  });
  if (answer.status !== 303) throw new Error(`Scheduling returned ${answer.status}.`);
  account.client.forget(TOAST_COOKIE);
  const [row] = await query("SELECT id FROM memories WHERE user_id = ? ORDER BY created_at DESC, id LIMIT 1", [
    account.id,
  ]);
  return String(row?.id);
}

export function letterFields(): LetterInput {
  const { name, email } = newPerson("Mia Berger");
  return {
    title: `Letter ${randomUUID().slice(0, 8)}`,
    recipientName: name,
    recipientEmail: email,
    message: "Dear Mia, the colander is yours now.",
    date: "2044-06-14",
  };
}

/** Sends a letter and waits for its mail. Returns the letter, its id and the link in the mail. */
export async function deliverLetter(account: Account, mailbox: MailFolder, letter: Partial<LetterInput> = {}) {
  const written = { ...letterFields(), date: today(), hour: "0", ...letter };
  const id = await sendLetter(account, written);
  const mail = await mailbox.waitFor(written.recipientEmail, (one) => one.text?.includes("/open/") ?? false);
  return { ...written, id, link: linkIn(mail) };
}

/** In UTC. Tomorrow in the last minute of a day, since the form may be posted then. */
export function today(): string {
  return new Date(Date.now() + 60_000).toISOString().slice(0, 10);
}
