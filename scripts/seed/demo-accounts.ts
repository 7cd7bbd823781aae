import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { signUp, verifyEmail } from "~/domain/account/account.server";
import { createAccountLink } from "~/domain/account/account-links.server";
import { toUser } from "~/domain/account/session.server";
import { setPlan } from "~/domain/billing/set-plan.server";
import { db, inTransaction } from "~/services/db.server";
import { profiles } from "~db/schema";

export const DEMO = { fullName: "Anna Berger", email: "demo@amberkeep.localhost", password: "Amber-demo-1" };
export const LEO = { fullName: "Leo Berger", email: "leo@amberkeep.localhost", password: "Amber-demo-2" };

/**
 * Signs up and verifies as in the app, on the plan with room for all demo vaults. Undefined if the account has changed
 * its email, as the old one is then reserved.
 */
export async function ensureAccount(person: typeof DEMO, timeZone: string, now: Date): Promise<User | undefined> {
  const account = await signUp({ ...person, timeZone }, now, { isDemo: true });
  if (account.ok) await setPlan(account.userId, "ultimate", now);
  const user = await findAccount(person.email);
  if (!user || user.isEmailVerified) return user;
  await verify(user, now);
  return findAccount(person.email);
}

async function findAccount(email: string): Promise<User | undefined> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.email, email));
  return profile && toUser(profile);
}

/** With a link of its own: the worker may already have sent and erased the mail with the first one. */
async function verify(user: User, now: Date): Promise<void> {
  const token = await inTransaction((tx) => createAccountLink(tx, "verify_address", user, now));
  await verifyEmail(user, token, now);
}

/** The same id for the same name on every run, so an interrupted seed resumes without duplicates. */
export function formIdFor(name: string): string {
  const digest = BigInt(`0x${createHash("sha256").update(name).digest("hex")}`).toString(36);
  return `s${digest}`.slice(0, 24);
}
