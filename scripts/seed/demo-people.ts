import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { resendVerification, signUp, verifyAddress } from "~/domain/account/account.server";
import { toUser } from "~/domain/account/session.server";
import { setPlan } from "~/domain/account/set-plan.server";
import { readProps } from "~/domain/outbox/message.server";
import { db } from "~/services/db.server";
import { messages, profiles } from "~db/schema";

export const DEMO = { fullName: "Anna Berger", email: "demo@amberkeep.localhost", password: "Amber-demo-1" };
export const LEO = { fullName: "Leo Berger", email: "leo@amberkeep.localhost", password: "Amber-demo-2" };

/** How often a mail is written anew whose link the worker has sent away. */
const TRIES = 20;

/** The account of this person, signed up and verified as people do it, with room for all the demo's vaults. */
export async function settlePerson(person: typeof DEMO, timeZone: string, now: Date): Promise<User> {
  const account = await signUp({ ...person, timeZone }, now);
  if (account.ok) await setPlan(account.userId, "ultimate", now);
  const user = await findPerson(person.email);
  if (!user.isEmailVerified) await followVerificationLink(user, now);
  return findPerson(person.email);
}

async function findPerson(email: string): Promise<User> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.email, email));
  if (!profile) throw new Error("The demo account could not be made.");
  return toUser(profile);
}

/** A mail that the worker was quicker to send has no words any more: then another one is written. */
async function followVerificationLink(user: User, now: Date): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const mails = await db
      .select()
      .from(messages)
      .where(and(eq(messages.toAddress, user.email), eq(messages.kind, "verify_address")));
    for (const mail of mails.filter(({ propsEncrypted }) => propsEncrypted.length > 0)) {
      const { url } = readProps(mail) as { url: string };
      const { ok } = await verifyAddress(user, new URL(url).searchParams.get("token") ?? "", now);
      if (ok) return;
    }
    await resendVerification(user, now);
  }
  throw new Error("The demo account could not be verified.");
}

/** The same id for the same name on every run, so that a seed which was interrupted goes on where it stopped. */
export function submissionIdOf(name: string): string {
  const digest = BigInt(`0x${createHash("sha256").update(name).digest("hex")}`).toString(36);
  return `s${digest}`.slice(0, 24);
}
