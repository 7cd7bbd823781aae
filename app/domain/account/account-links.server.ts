import { and, eq, gt, gte, isNotNull, isNull, ne, or } from "drizzle-orm";
import { writeMessage } from "~/domain/outbox/message.server";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { changedRows, db, type Queryable, type Transaction } from "~/services/db.server";
import { pressedTwiceSince, repeatableSince } from "~/services/repeats.server";
import { createSecretToken, hashSecretToken } from "~/services/secret-token.server";
import { linkTokens, profiles } from "~db/schema";
import type { LinkPurpose, RequestedLink } from "~db/schema/states";
import { lockAccount } from "./lock-account.server";

const HOURS = {
  verify_address: 72,
  password_reset: 1,
  change_email: 24,
  undo_email: 7 * 24,
  sign_in: 1 / 6,
} as const satisfies Record<LinkPurpose, number>;

export type LinkOwner = { id: string; email: string; name?: string };

/** Without the account's name: anyone can open an account with someone else's email and write to them by its name. */
export async function writeVerificationMail(tx: Transaction, user: LinkOwner, now: Date): Promise<void> {
  const token = await createAccountLink(tx, "verify_address", user, now);
  await writeLinkMail(tx, "verify_address", { email: user.email }, { token, url: verificationUrl(token) }, now);
}

/** A verification link for use in another mail. */
export async function createVerificationLink(tx: Transaction, user: LinkOwner, now: Date): Promise<string> {
  return verificationUrl(await createAccountLink(tx, "verify_address", user, now));
}

const verificationUrl = (token: string) => `${env.BASE_URL}/verify-address?token=${token}`;

const REQUESTED: Record<RequestedLink, { kind: "password_reset" | "sign_in_link"; path: string }> = {
  password_reset: { kind: "password_reset", path: "/auth?mode=reset&token=" },
  sign_in: { kind: "sign_in_link", path: "/auth/link?token=" },
};

/**
 * Writes nothing for an email without an account, or without login links, nor if it has just done so: the button may be
 * pressed twice, and only the newest link logs in.
 */
export async function writeRequestedMail(
  tx: Transaction,
  { email, purpose, returnTo }: { email: string; purpose: RequestedLink; returnTo: string | null },
  now: Date,
): Promise<void> {
  const [row] = await tx.select().from(profiles).where(eq(profiles.email, email)).for("update");
  if (!row || (purpose === "sign_in" && !row.signsInByMail)) return;
  const { kind, path } = REQUESTED[purpose];
  const user = { id: row.id, email, ...(row.emailVerifiedAt && { name: row.fullName }) };
  await lockAccount(tx, row.id);
  if (await wasJustCreated(tx, purpose, user, now)) return;
  if (purpose === "sign_in") await endLinks(tx, purpose, row.id, now);
  const token = await createAccountLink(tx, purpose, user, now);
  const back = returnTo === null ? "" : `&${new URLSearchParams({ redirectTo: returnTo })}`;
  await writeLinkMail(tx, kind, user, { token, url: env.BASE_URL + path + token + back }, now);
}

function writeLinkMail(
  tx: Transaction,
  kind: "verify_address" | "password_reset" | "sign_in_link",
  { name = "", email }: Omit<LinkOwner, "id">,
  { token, url }: { token: string; url: string },
  now: Date,
) {
  const message = {
    uniqueKey: `${kind}:${hashSecretToken(token)}`,
    to: { name, email },
    props: { name, url },
    expiresAt: linkExpiry(kind === "sign_in_link" ? "sign_in" : kind, now),
  };
  return writeMessage(tx, { kind, ...message }, now);
}

export const linkExpiry = (purpose: LinkPurpose, now: Date) => new Date(now.getTime() + HOURS[purpose] * 3_600_000);

/** Returns the token of a new link, of which only a digest is stored. */
export async function createAccountLink(
  tx: Transaction,
  purpose: LinkPurpose,
  user: { id: string; email: string; newEmail?: string },
  now: Date,
): Promise<string> {
  const token = createSecretToken();
  await tx.insert(linkTokens).values({
    tokenHash: hashSecretToken(token),
    purpose,
    userId: user.id,
    email: user.email,
    newEmail: user.newEmail,
    createdAt: now,
    expiresAt: linkExpiry(purpose, now),
  });
  return token;
}

/** Whether the last link for this address is seconds old and neither used nor ended. */
export async function wasJustCreated(
  tx: Transaction,
  purpose: LinkPurpose,
  { id, email, newEmail }: LinkOwner & { newEmail?: string },
  now: Date,
): Promise<boolean> {
  const isMatch = and(
    eq(linkTokens.userId, id),
    eq(linkTokens.purpose, purpose),
    eq(linkTokens.email, email),
    newEmail === undefined ? undefined : eq(linkTokens.newEmail, newEmail),
  );
  const lately = gt(linkTokens.createdAt, pressedTwiceSince(now));
  return (await tx.$count(linkTokens, and(isMatch, live(now), lately))) > 0;
}

/** Changes nothing, so mail scanners may follow the link. */
export async function isLinkValid(purpose: LinkPurpose, token: string, now = clock.now()): Promise<boolean> {
  return (await findLink(purpose, token, now)) !== undefined;
}

/** Whether it was neither used nor ended. */
export async function isLinkLive(tokenHash: string, now: Date): Promise<boolean> {
  return (await db.$count(linkTokens, and(eq(linkTokens.tokenHash, tokenHash), live(now)))) > 0;
}

/** A link that `redeemLink` would take. */
export async function findLink(
  purpose: LinkPurpose,
  token: string,
  now = clock.now(),
  visitor?: string,
): Promise<{ userId: string; newEmail: string | null } | undefined> {
  const [row] = await db
    .select({ userId: linkTokens.userId, newEmail: linkTokens.newEmail })
    .from(linkTokens)
    .innerJoin(profiles, and(eq(profiles.id, linkTokens.userId), isForPresentEmail(purpose)))
    .where(or(usable(purpose, token, now), visitor ? repeatable(purpose, token, visitor, now) : undefined));
  return row;
}

/** A link that was used or ended within the last minute. */
export async function findUsedLink(
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<{ userId: string; email: string } | undefined> {
  const [row] = await db
    .select({ userId: linkTokens.userId, email: profiles.email })
    .from(linkTokens)
    .innerJoin(profiles, eq(profiles.id, linkTokens.userId))
    .where(and(named(purpose, token), usedLately(now)));
  return row;
}

/**
 * Undefined when the link was used, has expired, is another user's, or the account's email has changed since: except
 * for a link that undoes such a change. With `visitor`, the token of this browser, it may be repeated within a minute.
 */
export async function redeemLink(
  tx: Transaction,
  purpose: LinkPurpose,
  token: string,
  now: Date,
  { userId, visitor }: { userId?: string; visitor?: string } = {},
): Promise<{ userId: string; email: string; newEmail: string | null; createdAt: Date } | undefined> {
  const result = await tx
    .update(linkTokens)
    .set({ usedAt: now, usedBy: visitor ? hashSecretToken(visitor) : null })
    .where(and(usable(purpose, token, now), userId ? eq(linkTokens.userId, userId) : undefined));
  if (changedRows(result) === 0) {
    const isRepeated = visitor && (await tx.$count(linkTokens, repeatable(purpose, token, visitor, now))) > 0;
    if (!isRepeated) return undefined;
  }
  const [row] = await tx
    .select({
      userId: linkTokens.userId,
      email: profiles.email,
      newEmail: linkTokens.newEmail,
      createdAt: linkTokens.createdAt,
    })
    .from(linkTokens)
    .innerJoin(profiles, and(eq(profiles.id, linkTokens.userId), isForPresentEmail(purpose)))
    .where(eq(linkTokens.tokenHash, hashSecretToken(token)));
  return row;
}

/** Also those that a second press could still use. */
export async function endLinks(tx: Transaction, purpose: LinkPurpose, userId: string, now: Date): Promise<void> {
  const isOpen = or(isNull(linkTokens.usedAt), isNotNull(linkTokens.usedBy));
  await tx
    .update(linkTokens)
    .set({ usedAt: now, usedBy: null })
    .where(and(eq(linkTokens.userId, userId), eq(linkTokens.purpose, purpose), isOpen));
}

/**
 * Links that undo earlier changes stay: otherwise a thief could end the owner's link by changing the address a second
 * time.
 */
export async function endLaterUndoLinks(
  tx: Transaction,
  { userId, createdAt }: { userId: string; createdAt: Date },
  now: Date,
): Promise<void> {
  const isLater = and(eq(linkTokens.purpose, "undo_email"), gte(linkTokens.createdAt, createdAt));
  await tx
    .update(linkTokens)
    .set({ usedAt: now })
    .where(and(eq(linkTokens.userId, userId), isLater, isNull(linkTokens.usedAt)));
}

export class EmailHeldBack extends Error {}

/** Whether a link can still give this address back to an account, other than to `exceptUserId`. */
export async function isHeldBack(
  queryable: Queryable,
  email: string,
  now: Date,
  exceptUserId?: string,
): Promise<boolean> {
  const ofOthers = exceptUserId ? ne(linkTokens.userId, exceptUserId) : undefined;
  const isUndo = and(eq(linkTokens.newEmail, email), eq(linkTokens.purpose, "undo_email"));
  return (await queryable.$count(linkTokens, and(isUndo, live(now), ofOthers))) > 0;
}

const isForPresentEmail = (purpose: LinkPurpose) =>
  purpose === "undo_email" ? undefined : eq(profiles.email, linkTokens.email);

const live = (now: Date) => and(isNull(linkTokens.usedAt), gt(linkTokens.expiresAt, now));

const named = (purpose: LinkPurpose, token: string) =>
  and(eq(linkTokens.tokenHash, hashSecretToken(token)), eq(linkTokens.purpose, purpose));

const usable = (purpose: LinkPurpose, token: string, now: Date) => and(named(purpose, token), live(now));

const usedLately = (now: Date) => gt(linkTokens.usedAt, repeatableSince(now));

const repeatable = (purpose: LinkPurpose, token: string, visitor: string, now: Date) =>
  and(named(purpose, token), eq(linkTokens.usedBy, hashSecretToken(visitor)), usedLately(now));
