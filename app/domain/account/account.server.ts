import { and, eq, gt, isNotNull } from "drizzle-orm";
import type { z } from "zod";
import { knownZone } from "~/domain/calendar/delivery-date";
import { ianaSpelling } from "~/domain/calendar/zone-spelling";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, isDuplicate, lookAfterCommit, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { repeatableSince } from "~/services/repeats.server";
import { credentials, memories, profiles } from "~db/schema";
import type { User } from "./account";
import { EmailHeldBack, isHeldBack, redeemLink, wasJustCreated, writeVerificationMail } from "./account-links.server";
import type { signupSchema } from "./account-schema";
import { confirmGuestsOf } from "./confirm-guests.server";
import { NO_FAILED_MAIL } from "./failed-mail.server";
import { lockAccount } from "./lock-account.server";
import { hashPassword, isPassword } from "./password.server";
import { isGuessable } from "./password-policy.server";
import type { CheckedPassword } from "./session.server";

export type SignupInput = Omit<z.output<typeof signupSchema>, "confirmPassword">;

type SaveWith = (tx: Transaction, userId: string) => Promise<void>;

/**
 * Also enqueues the mail that verifies the email, and runs `saveWith` in the same transaction. The demo's password is
 * public, so it is not checked. Returns the account that the same form has just created: the button may be pressed
 * twice, or the response be lost.
 */
export async function signUp(
  input: SignupInput,
  now = clock.now(),
  { isDemo = false, saveWith }: { isDemo?: boolean; saveWith?: SaveWith } = {},
): Promise<{ ok: true; userId: string; isRepeated?: true } | { ok: false; reason: "email_taken" | "guessable" }> {
  if (!isDemo && isGuessable(input.password, input)) return { ok: false, reason: "guessable" };
  const userId = createId();
  const passwordHash = await hashPassword(input.password);
  const timeZone = ianaSpelling(knownZone(input.timeZone ?? ""));
  const { email, fullName } = input;
  try {
    await inTransaction(async (tx) => {
      await tx
        .insert(profiles)
        .values({ id: userId, email, fullName, phone: input.phone ?? null, timeZone, createdAt: now, updatedAt: now });
      // Checked after the insert, which waits for a concurrent change that frees the address.
      if (await isHeldBack(tx, email, now)) throw new EmailHeldBack();
      await tx.insert(credentials).values({ userId, passwordHash, updatedAt: now });
      await writeVerificationMail(tx, { id: userId, email, name: fullName }, now);
      await saveWith?.(tx, userId);
    });
    return { ok: true, userId };
  } catch (error) {
    if (!(error instanceof EmailHeldBack || isDuplicate(error, "profiles_email"))) throw error;
    const created = error instanceof EmailHeldBack ? undefined : await findCreated(input, now);
    return created ? { ok: true, userId: created, isRepeated: true } : { ok: false, reason: "email_taken" };
  }
}

async function findCreated({ email, fullName, password }: SignupInput, now: Date): Promise<string | undefined> {
  const isSame = and(eq(profiles.email, email), eq(profiles.fullName, fullName), isNew(now));
  const [created] = await db.select({ id: profiles.id }).from(profiles).where(isSame);
  return created && (await isOwnPassword(created.id, password)) ? created.id : undefined;
}

export async function isNewAccount(userId: string, now = clock.now()): Promise<boolean> {
  return (await db.$count(profiles, and(eq(profiles.id, userId), isNew(now)))) > 0;
}

const isNew = (now: Date) => gt(profiles.createdAt, repeatableSince(now));

/** Takes the same time for unknown emails. */
export async function findByPassword(email: string, password: string): Promise<CheckedPassword | undefined> {
  const row = await findCredentials(email);
  return (await isPassword(row?.passwordHash, password)) ? row : undefined;
}

/** Changes with the password of the account; of no use without our secret. */
export async function passwordDigest(email: string): Promise<string> {
  const row = await findCredentials(email);
  return keyedDigest("password-mark", row?.passwordHash ?? "");
}

async function findCredentials(email: string): Promise<CheckedPassword | undefined> {
  const [row] = await db
    .select({ userId: profiles.id, passwordHash: credentials.passwordHash })
    .from(profiles)
    .innerJoin(credentials, eq(credentials.userId, profiles.id))
    .where(eq(profiles.email, email));
  return row;
}

export async function isOwnPassword(userId: string, password: string): Promise<boolean> {
  const [row] = await db
    .select({ passwordHash: credentials.passwordHash })
    .from(credentials)
    .where(eq(credentials.userId, userId));
  return isPassword(row?.passwordHash, password);
}

export async function resendVerification(user: User, now = clock.now()): Promise<void> {
  await inTransaction(async (tx) => {
    await lockAccount(tx, user.id);
    if (await wasJustCreated(tx, "verify_address", user, now)) return;
    await writeVerificationMail(tx, user, now);
  });
}

/**
 * Marks the email as verified, which releases deliveries that waited for it. One that is verified stays so, whatever
 * the link. Needs both the link and a session: otherwise someone could sign up with another person's email and wait for
 * its owner to confirm it.
 */
export async function verifyEmail(user: User, token: string, now = clock.now()): Promise<{ ok: boolean }> {
  return inTransaction(async (tx) => {
    const link = await redeemLink(tx, "verify_address", token, now, { userId: user.id });
    if (!link) return { ok: await isVerified(tx, user.id) };
    await tx
      .update(profiles)
      .set({ ...NO_FAILED_MAIL, emailVerifiedAt: now, updatedAt: now })
      .where(eq(profiles.id, user.id));
    await tx.update(memories).set({ isSenderVerified: true }).where(eq(memories.userId, user.id));
    await confirmGuestsOf(tx, user.id, link.email, now);
    lookAfterCommit(tx, "deliver_due");
    return { ok: true };
  });
}

async function isVerified(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx.$count(profiles, and(eq(profiles.id, userId), isNotNull(profiles.emailVerifiedAt)))) > 0;
}
