import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { writeMessage } from "~/domain/outbox/message.server";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, isDuplicate, lookAfterCommit, type Transaction } from "~/services/db.server";
import { createSecretToken, hashSecretToken } from "~/services/secret-token.server";
import { boardGuests, boardHosts, credentials, deliveryEvents, linkTokens, memories, profiles } from "~db/schema";
import type { User } from "./account";
import {
  createAccountLink,
  EmailHeldBack,
  endLaterUndoLinks,
  endLinks,
  isHeldBack,
  linkExpiry,
  redeemLink,
  wasJustCreated,
} from "./account-links.server";
import { confirmGuestsOf } from "./confirm-guests.server";
import { NO_FAILED_MAIL } from "./failed-mail.server";
import { lockAccount } from "./lock-account.server";
import { redirectContacts, returnContacts } from "./moved-contacts.server";
import { type EmailMove, keepBlocks, keepReceived, redirectReceived } from "./moved-deliveries.server";
import { hashPassword } from "./password.server";
import { forgetSignIns } from "./second-step.server";
import { recordSecurityEvent } from "./security-events.server";
import { endSessions } from "./session.server";

export type EmailChange = { ok: true; email: string } | { ok: false; reason: "link_over" | "email_taken" };

/**
 * Mails a link to the new address, which changes it, and an alert to the present one. Ends earlier such links. Does
 * nothing if it has just done so: the button may be pressed twice.
 */
export async function requestEmailChange(
  user: User,
  newEmail: string,
  { device = "", now = clock.now() }: { device?: string; now?: Date } = {},
): Promise<{ ok: true } | { ok: false; reason: "email_taken" }> {
  const [taken] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, newEmail));
  if (taken || (await isHeldBack(db, newEmail, now, user.id))) return { ok: false, reason: "email_taken" };
  await inTransaction(async (tx) => {
    await lockAccount(tx, user.id);
    if (await wasJustCreated(tx, "change_email", { ...user, newEmail }, now)) return;
    await endLinks(tx, "change_email", user.id, now);
    const token = await createAccountLink(tx, "change_email", { ...user, newEmail }, now);
    const message = {
      uniqueKey: `change_email:${hashSecretToken(token)}`,
      to: { name: "", email: newEmail },
      props: { url: `${env.BASE_URL}/confirm-email?token=${token}` },
      expiresAt: linkExpiry("change_email", now),
    };
    await writeMessage(tx, { kind: "change_email", ...message }, now);
    await recordSecurityEvent(tx, user.id, { kind: "email_change_requested", device, newEmail }, now);
  });
  return { ok: true };
}

/**
 * Needs both the link and a session: a mistyped address belongs to a stranger, who must not get the account. The old
 * address is mailed a link that undoes it, if it was verified: otherwise it may be a stranger's, too. A link that has
 * given the account its present email gets the same answer again.
 */
export async function confirmEmailChange(
  user: User,
  token: string,
  { device = "", now = clock.now() }: { device?: string; now?: Date } = {},
): Promise<EmailChange> {
  return unlessTaken(() =>
    inTransaction(async (tx) => {
      const link = await redeemLink(tx, "change_email", token, now, { userId: user.id });
      if (!link?.newEmail) return repeatedChange(tx, user.id, token);
      const [from, to] = [link.email, link.newEmail];
      const [before] = await tx
        .select({ verifiedAt: profiles.emailVerifiedAt })
        .from(profiles)
        .where(eq(profiles.id, user.id))
        .for("update");
      if (before?.verifiedAt) {
        await keepReceived(tx, user.id, from);
        await keepBlocks(tx, { from, to });
        await redirectContacts(tx, user.id, { from, to }, now);
      }
      await setEmail(tx, user.id, { from, to }, now);
      // Another account may have had it since it was asked for. Checked after the update, as at sign-up.
      if (await isHeldBack(tx, to, now, user.id)) throw new EmailHeldBack();
      const changed = { kind: "email_changed" as const, device };
      if (!before?.verifiedAt) {
        await recordSecurityEvent(tx, user.id, { ...changed, isAnnounced: true }, now);
        return { ok: true, email: to };
      }
      const undo = await createAccountLink(tx, "undo_email", { id: user.id, email: to, newEmail: from }, now);
      const path = `/restore-email?token=${undo}`;
      await recordSecurityEvent(tx, user.id, { ...changed, email: from, newEmail: to, path }, now);
      return { ok: true, email: to };
    }),
  );
}

async function repeatedChange(tx: Transaction, userId: string, token: string): Promise<EmailChange> {
  const isMatch = and(eq(linkTokens.tokenHash, hashSecretToken(token)), eq(linkTokens.purpose, "change_email"));
  const [changed] = await tx
    .select({ email: profiles.email })
    .from(linkTokens)
    .innerJoin(profiles, and(eq(profiles.id, linkTokens.userId), eq(profiles.email, linkTokens.newEmail)))
    .where(and(isMatch, eq(linkTokens.userId, userId)));
  return changed ? { ok: true, email: changed.email } : { ok: false, reason: "link_over" };
}

/**
 * Gives the account back its former address, logs out every device, and ends the password, all other ways to sign in
 * and the links that undo later changes. The link is enough, as someone else may have taken the account over; its owner
 * then sets a new password through that address.
 */
export async function restoreEmail(token: string, now = clock.now()): Promise<EmailChange> {
  const unknownPassword = await hashPassword(createSecretToken());
  return unlessTaken(() =>
    inTransaction(async (tx) => {
      const link = await redeemLink(tx, "undo_email", token, now);
      if (!link?.newEmail) return { ok: false, reason: "link_over" };
      // Read again once it is locked: a thief may be changing it at this moment.
      const ofUser = eq(profiles.id, link.userId);
      const [account] = await tx.select({ email: profiles.email }).from(profiles).where(ofUser).for("update");
      const change = { from: account?.email ?? link.email, to: link.newEmail };
      await setEmail(tx, link.userId, change, now);
      await returnContacts(tx, link, change, now);
      await tx
        .update(credentials)
        .set({ passwordHash: unknownPassword, updatedAt: now })
        .where(eq(credentials.userId, link.userId));
      // A thief may have added a passkey or an app.
      await forgetSignIns(tx, link.userId);
      await endSessions(tx, link.userId);
      await endLinks(tx, "password_reset", link.userId, now);
      await endLaterUndoLinks(tx, link, now);
      await recordSecurityEvent(tx, link.userId, { kind: "email_restored", path: "/auth?mode=reset" }, now);
      return { ok: true, email: link.newEmail };
    }),
  );
}

async function unlessTaken(work: () => Promise<EmailChange>): Promise<EmailChange> {
  try {
    return await work();
  } catch (error) {
    const isTaken = error instanceof EmailHeldBack || isDuplicate(error, "profiles_email");
    if (isTaken) return { ok: false, reason: "email_taken" };
    throw error;
  }
}

/** The link came from that mailbox, so the address is verified. */
async function setEmail(tx: Transaction, userId: string, { from, to }: EmailMove, now: Date): Promise<void> {
  await tx
    .update(profiles)
    .set({ ...NO_FAILED_MAIL, email: to, emailVerifiedAt: now, updatedAt: now })
    .where(eq(profiles.id, userId));
  await endLinks(tx, "change_email", userId, now);
  await endLinks(tx, "sign_in", userId, now);
  // The account has this email already: it was changed back before the link that gives it back was used.
  if (from === to) return;
  await tx.update(memories).set({ isSenderVerified: true }).where(eq(memories.userId, userId));
  await redirectOwnVaults(tx, userId, { from, to }, now);
  await redirectBoards(tx, userId, { from, to }, now);
  await redirectReceived(tx, userId, { from, to });
  lookAfterCommit(tx, "deliver_due");
}

/** The person's own vaults go to their new address. */
async function redirectOwnVaults(tx: Transaction, userId: string, { from, to }: EmailMove, now: Date): Promise<void> {
  const vaults = await tx
    .select({ id: memories.id, state: memories.state })
    .from(memories)
    .where(
      and(
        eq(memories.userId, userId),
        eq(memories.isFutureSelf, true),
        eq(memories.recipientEmail, from),
        inArray(memories.state, ["draft", "scheduled", "sealed"]),
      ),
    )
    .for("update");
  if (vaults.length === 0) return;
  const idsOf = (rows: typeof vaults) => rows.map(({ id }) => id);
  await tx
    .update(memories)
    .set({ recipientEmail: to })
    .where(inArray(memories.id, idsOf(vaults)));
  const waiting = vaults.filter(({ state }) => state !== "draft");
  if (waiting.length === 0) return;
  await tx
    .update(memories)
    .set({ addressStatus: null, addressConcernAt: null, nextCheckAt: now })
    .where(inArray(memories.id, idsOf(waiting)));
  const event = { kind: "address_changed", detail: "", at: now };
  await tx.insert(deliveryEvents).values(waiting.map(({ id }) => ({ vaultId: id, ...event })));
}

/**
 * Boards that the user co-hosts or joined move along; otherwise the next owner of the old address would host them.
 * Invitations that were not accepted stay with the mailbox that has them.
 */
async function redirectBoards(tx: Transaction, userId: string, { from, to }: EmailMove, now: Date): Promise<void> {
  const accepted = and(eq(boardHosts.email, from), isNotNull(boardHosts.acceptedAt));
  const hosted = await tx.select({ vaultId: boardHosts.vaultId }).from(boardHosts).where(accepted).for("update");
  if (hosted.length > 0) {
    const vaultIds = hosted.map(({ vaultId }) => vaultId);
    await tx.delete(boardHosts).where(and(eq(boardHosts.email, to), inArray(boardHosts.vaultId, vaultIds)));
    await tx.update(boardHosts).set({ email: to }).where(accepted);
  }
  await tx
    .update(boardGuests)
    .set({ email: to, emailConfirmedAt: now })
    .where(and(eq(boardGuests.userId, userId), eq(boardGuests.email, from)));
  await confirmGuestsOf(tx, userId, to, now);
}
