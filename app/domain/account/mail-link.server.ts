import { and, eq, isNotNull, ne } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction } from "~/services/db.server";
import { credentials, profiles } from "~db/schema";
import { createAccountLink, endLinks, findLink, redeemLink } from "./account-links.server";
import { recordSecurityEvent } from "./security-events.server";

export async function signsInByMail(userId: string): Promise<boolean> {
  const [row] = await db.select({ is: profiles.signsInByMail }).from(profiles).where(eq(profiles.id, userId));
  return row?.is ?? false;
}

/** Switching links off ends those that were mailed. */
export function changeMailLinks(userId: string, isOn: boolean, device: string, now = clock.now()): Promise<void> {
  return inTransaction(async (tx) => {
    const result = await tx
      .update(profiles)
      .set({ signsInByMail: isOn, updatedAt: now })
      .where(and(eq(profiles.id, userId), ne(profiles.signsInByMail, isOn)));
    if (changedRows(result) === 0) return;
    if (!isOn) await endLinks(tx, "sign_in", userId, now);
    await recordSecurityEvent(tx, userId, { kind: isOn ? "mail_links_on" : "mail_links_off", device }, now);
  });
}

/**
 * The address of the account that this link logs in to. Changes nothing, so mail scanners may follow the link.
 * @param visitor the token of this browser
 */
export async function findSignInLink(token: string, visitor?: string, now = clock.now()): Promise<string | undefined> {
  const link = await findLink("sign_in", token, now, visitor);
  if (!link) return undefined;
  const [row] = await db.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, link.userId));
  return row?.email;
}

/** `newPassword` is the token of a link that sets one. `passwordHash` is for `startSessionByPassword`. */
type SignInLinkUse = { id: string; email: string; passwordHash: string | undefined; newPassword?: string };

/**
 * The account, once for each link, and again for the browser that used it within the last minute. Logging in replaces
 * the visitor's token, so a browser that received the response cannot repeat it. Does not verify the email: see
 * `resetPassword`. An unverified account needs a new password first, which ends all sessions: someone else may have
 * signed up with this email, and would stay in the account that its owner goes on to verify.
 */
export function redeemSignInLink(
  token: string,
  visitor: string,
  now = clock.now(),
): Promise<SignInLinkUse | undefined> {
  return inTransaction(async (tx) => {
    const link = await redeemLink(tx, "sign_in", token, now, { visitor });
    if (!link) return undefined;
    const [present] = await tx
      .select({ passwordHash: credentials.passwordHash })
      .from(credentials)
      .where(eq(credentials.userId, link.userId));
    const account = { id: link.userId, email: link.email, passwordHash: present?.passwordHash };
    const isVerified = and(eq(profiles.id, account.id), isNotNull(profiles.emailVerifiedAt));
    if ((await tx.$count(profiles, isVerified)) > 0) return account;
    return { ...account, newPassword: await createAccountLink(tx, "password_reset", account, now) };
  });
}
