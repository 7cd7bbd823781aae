import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { resendVerification, signUp, verifyEmail } from "~/domain/account/account.server";
import { toUser } from "~/domain/account/session.server";
import { setPlan } from "~/domain/billing/set-plan.server";
import { readProps } from "~/domain/outbox/message.server";
import { db } from "~/services/db.server";
import { messages, profiles } from "~db/schema";

export const DEMO = { fullName: "Anna Berger", email: "demo@amberkeep.localhost", password: "Amber-demo-1" };
export const LEO = { fullName: "Leo Berger", email: "leo@amberkeep.localhost", password: "Amber-demo-2" };

/** Attempts to read a verification link before the worker has sent it. */
const MAX_ATTEMPTS = 20;

/**
 * Signs up and verifies as in the app, on the plan with room for all demo vaults. Undefined when the account has left its
 * email, which is held back then.
 */
export async function ensureAccount(person: typeof DEMO, timeZone: string, now: Date): Promise<User | undefined> {
  const account = await signUp({ ...person, timeZone }, now, { isDemo: true });
  if (account.ok) await setPlan(account.userId, "ultimate", now);
  const user = await findAccount(person.email);
  if (!user || user.isEmailVerified) return user;
  await verifyByMail(user, now);
  return findAccount(person.email);
}

async function findAccount(email: string): Promise<User | undefined> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.email, email));
  return profile && toUser(profile);
}

/** A sent message is erased, so another one is requested then. */
async function verifyByMail(user: User, now: Date): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const mails = await db
      .select()
      .from(messages)
      .where(and(eq(messages.toAddress, user.email), eq(messages.kind, "verify_address")));
    for (const mail of mails.filter(({ propsEncrypted }) => propsEncrypted.length > 0)) {
      const { url } = readProps(mail) as { url: string };
      const { ok } = await verifyEmail(user, new URL(url).searchParams.get("token") ?? "", now);
      if (ok) return;
    }
    await resendVerification(user, now);
  }
  throw new Error("The demo account could not be verified.");
}

/** The same id for the same name on every run, so an interrupted seed resumes without duplicates. */
export function formIdFor(name: string): string {
  const digest = BigInt(`0x${createHash("sha256").update(name).digest("hex")}`).toString(36);
  return `s${digest}`.slice(0, 24);
}
