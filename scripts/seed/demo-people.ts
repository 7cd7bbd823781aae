import { createHash } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { resendVerification, signUp, verifyAddress } from "~/domain/account/account.server";
import { toUser } from "~/domain/account/session.server";
import { setPlan } from "~/domain/account/set-plan.server";
import { readProps } from "~/domain/message/message.server";
import { db } from "~/services/db.server";
import { messages, profiles } from "~db/schema";

export const DEMO = { fullName: "Anna Berger", email: "demo@amberkeep.localhost", password: "Amber-demo-1" };
export const LEO = { fullName: "Leo Berger", email: "leo@amberkeep.localhost", password: "Amber-demo-2" };

/** The account of this person, signed up and verified as people do it, with room for all the demo's vaults. */
export async function settlePerson(person: typeof DEMO, timeZone: string, now: Date): Promise<User> {
  const account = await signUp({ ...person, timeZone }, now);
  if (account.ok) await setPlan(account.userId, "ultimate", now);
  const user = await findPerson(person.email);
  // After an interrupted run the first link may have been sent already, and a sent mail's words are not kept.
  if (!account.ok && !user.isEmailVerified) await resendVerification(user, now);
  if (!user.isEmailVerified) await followVerificationLink(user, now);
  return findPerson(person.email);
}

async function findPerson(email: string): Promise<User> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.email, email));
  if (!profile) throw new Error("The demo account could not be made.");
  return toUser(profile);
}

async function followVerificationLink(user: User, now: Date): Promise<void> {
  const [mail] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.toAddress, user.email), eq(messages.kind, "verify_address")))
    .orderBy(desc(messages.createdAt))
    .limit(1);
  const { url } = readProps(mail as typeof messages.$inferSelect) as { url: string };
  await verifyAddress(user, new URL(url).searchParams.get("token") ?? "", now);
}

/** The same id for the same name on every run, so that a seed which was interrupted goes on where it stopped. */
export function submissionIdOf(name: string): string {
  const digest = BigInt(`0x${createHash("sha256").update(name).digest("hex")}`).toString(36);
  return `s${digest}`.slice(0, 24);
}
