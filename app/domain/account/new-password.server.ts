import { and, eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction, type Transaction } from "~/services/db.server";
import { credentials, passkeys, profiles, sessions } from "~db/schema";
import type { User } from "./account";
import { isOwnPassword } from "./account.server";
import { endLinks, findLink, findUsedLink, redeemLink } from "./account-links.server";
import { endSetUp } from "./authenticator.server";
import { lockAccount } from "./lock-account.server";
import { hashPassword } from "./password.server";
import { isGuessable } from "./password-policy.server";
import { endSecondSteps, forgetSignIns } from "./second-step.server";
import { recordSecurityEvent, recordSecurityEventOnce } from "./security-events.server";
import { endSessions, type Session } from "./session.server";

export type ResetResult =
  | { ok: true; userId: string; email: string }
  | { ok: false; reason: "link_over" | "guessable" };

/**
 * Ends every session and every other reset link, and removes the passkeys, which someone else may have added. A
 * verified account keeps its authenticator app. Does not verify the email: it must not deliver vaults that someone else
 * scheduled in this person's name. Changes nothing when it is repeated within a minute with the same password.
 */
export async function resetPassword(
  token: string,
  password: string,
  { device = "", now = clock.now() }: { device?: string; now?: Date } = {},
): Promise<ResetResult> {
  const found = await findLink("password_reset", token, now);
  const [person] = found ? await db.select().from(profiles).where(eq(profiles.id, found.userId)) : [];
  if (!person) return repeatedReset(token, password, now);
  if (isGuessable(password, person)) return { ok: false, reason: "guessable" };
  const passwordHash = await hashPassword(password);
  const account = await inTransaction(async (tx) => {
    const link = await redeemLink(tx, "password_reset", token, now);
    if (!link) return undefined;
    await setPassword(tx, link.userId, passwordHash, now);
    await endSessions(tx, link.userId);
    await removePasskeys(tx, link.userId, device, now);
    if (!person.emailVerifiedAt) await forgetSignIns(tx, link.userId);
    await recordSecurityEvent(tx, link.userId, { kind: "password_reset", device }, now);
    return link;
  });
  return account ? { ok: true, ...account } : repeatedReset(token, password, now);
}

/** The form was sent twice, or the first response was lost, if the link was used just now and set this password. */
async function repeatedReset(token: string, password: string, now: Date): Promise<ResetResult> {
  const used = await findUsedLink("password_reset", token, now);
  const isSame = used !== undefined && (await isOwnPassword(used.userId, password));
  return isSame ? { ok: true, ...used } : { ok: false, reason: "link_over" };
}

/**
 * Ends every other session, and every link that could set another password. Refused to a session that has just been
 * ended, as by a reset while the password was hashed: a thief who is thrown out must not replace the owner's new one.
 */
export async function changePassword(
  user: User,
  session: Pick<Session, "id" | "device">,
  password: string,
  now = clock.now(),
): Promise<{ ok: true } | { ok: false; reason: "guessable" | "logged_out" }> {
  if (isGuessable(password, { fullName: user.name, email: user.email })) return { ok: false, reason: "guessable" };
  const passwordHash = await hashPassword(password);
  return inTransaction(async (tx) => {
    if (!(await isStillOpen(tx, user.id, session.id))) return { ok: false, reason: "logged_out" };
    await recordSecurityEventOnce(tx, user.id, { kind: "password_changed", device: session.device }, now);
    await setPassword(tx, user.id, passwordHash, now);
    await endSessions(tx, user.id, session.id);
    return { ok: true };
  });
}

/** Waits for what ends sessions at the same moment. */
async function isStillOpen(tx: Transaction, userId: string, sessionId: string): Promise<boolean> {
  await lockAccount(tx, userId);
  await tx.select({ id: credentials.userId }).from(credentials).where(eq(credentials.userId, userId)).for("update");
  const isSession = and(eq(sessions.userId, userId), eq(sessions.id, sessionId));
  return (await tx.select({ id: sessions.id }).from(sessions).where(isSession).for("update")).length > 0;
}

/** The mail about the new password mentions the removal. */
async function removePasskeys(tx: Transaction, userId: string, device: string, now: Date): Promise<void> {
  const removed = changedRows(await tx.delete(passkeys).where(eq(passkeys.userId, userId)));
  if (removed > 0) {
    await recordSecurityEvent(tx, userId, { kind: "passkey_removed", device, isAnnounced: true }, now);
  }
}

async function setPassword(tx: Transaction, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx.update(credentials).set({ passwordHash, updatedAt: now }).where(eq(credentials.userId, userId));
  await endLinks(tx, "password_reset", userId, now);
  await endLinks(tx, "sign_in", userId, now);
  await endSecondSteps(tx, userId);
  // Someone who knew the old password may have begun it, and know its secret.
  await endSetUp(tx, userId);
}
