import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Queryable, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { prepareOnServer } from "~/services/prepared.server";
import { createSecretToken, hashSecretToken } from "~/services/secret-token.server";
import { credentials, profiles, sessions, tallyChanges } from "~db/schema";
import type { Privacy, User } from "./account";
import { findPlan } from "./plans";

/** Days without a visit after which a session ends. */
export const SESSION_DAYS = 30;
/** Days after sign-in after which it ends in any case. */
export const SESSION_MAX_DAYS = 180;
/** How long a proof of identity counts as recent. */
const RECENT_MINUTES = 15;

const DAY = 86_400_000;
/** Minimum interval between two writes of `lastSeenAt`. */
const SEEN_EVERY_MS = 3_600_000;

export type Session = {
  id: string;
  device: string;
  createdAt: Date;
  confirmedAt: Date;
  lastSeenAt: Date;
};

/** Returns the session's token, of which only a digest is stored. */
export const startSession = (userId: string, now = clock.now(), device = ""): Promise<string> =>
  insertSession(db, userId, now, device);

export type CheckedPassword = { userId: string; passwordHash: string };

/**
 * The same. Undefined if the password has been replaced since it, a link or a passkey was checked: the new one has ended
 * all sessions, and must not miss this one.
 */
export function startSessionByPassword(
  checked: CheckedPassword,
  now = clock.now(),
  device = "",
): Promise<string | undefined> {
  return inTransaction(async (tx) =>
    (await isStillPassword(tx, checked)) ? insertSession(tx, checked.userId, now, device) : undefined,
  );
}

/** Also keeps it from being replaced until the transaction ends. */
export async function isStillPassword(tx: Transaction, { userId, passwordHash }: CheckedPassword): Promise<boolean> {
  const [current] = await tx
    .select({ passwordHash: credentials.passwordHash })
    .from(credentials)
    .where(eq(credentials.userId, userId))
    .for("update");
  return current?.passwordHash === passwordHash;
}

async function insertSession(queryable: Queryable, userId: string, now: Date, device: string): Promise<string> {
  const token = createSecretToken();
  await queryable.insert(sessions).values({
    tokenHash: hashSecretToken(token),
    id: createId(),
    userId,
    device,
    createdAt: now,
    confirmedAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY),
  });
  return token;
}

const columns = {
  id: sessions.id,
  device: sessions.device,
  createdAt: sessions.createdAt,
  confirmedAt: sessions.confirmedAt,
  lastSeenAt: sessions.lastSeenAt,
};

/** Prepared once: every page runs it. */
const sessionByToken = prepareOnServer(
  db
    .select({
      profile: profiles,
      session: columns,
      newlyDelivered: sql<number>`(SELECT COALESCE(SUM(${tallyChanges.delivered}), 0) FROM ${tallyChanges} WHERE ${tallyChanges.userId} = ${profiles.id})`,
    })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder("tokenHash")), gt(sessions.expiresAt, sql.placeholder("now")))),
);

export async function findSession(
  token: string,
  now = clock.now(),
): Promise<{ user: User; session: Session } | undefined> {
  const [row] = await sessionByToken.execute({ tokenHash: hashSecretToken(token), now });
  if (!row) return undefined;
  const user = toUser(row.profile);
  const vaultsDelivered = user.vaultsDelivered + Number(row.newlyDelivered);
  return { user: { ...user, vaultsDelivered }, session: row.session };
}

/** Records a visit, at most once an hour, and extends the session. */
export async function extendSession(session: Session, now = clock.now()): Promise<void> {
  if (now.getTime() - session.lastSeenAt.getTime() < SEEN_EVERY_MS) return;
  const slidingEnd = now.getTime() + SESSION_DAYS * DAY;
  const lastEnd = session.createdAt.getTime() + SESSION_MAX_DAYS * DAY;
  const expiresAt = new Date(Math.min(slidingEnd, lastEnd));
  await db.update(sessions).set({ lastSeenAt: now, expiresAt }).where(eq(sessions.id, session.id));
}

export function isRecent(session: Session, now = clock.now(), minutes = RECENT_MINUTES): boolean {
  return now.getTime() - session.confirmedAt.getTime() < minutes * 60_000;
}

export async function confirmSession(session: Session, now = clock.now()): Promise<void> {
  await db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, session.id));
}

/** Those that have not expired, the last used first. */
export function listSessions(userId: string, now = clock.now()): Promise<Session[]> {
  return db
    .select(columns)
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), sessions.id);
}

export async function endSession(token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashSecretToken(token)));
}

/** Ends a session of this account by its id, if there is one. */
export async function endSessionById(userId: string, id: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, id)));
}

/** Ends every session of the account, except the one with the id `except`. */
export async function endSessions(queryable: Queryable, userId: string, except?: string): Promise<void> {
  await queryable
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except === undefined ? undefined : ne(sessions.id, except)));
}

/** The account as it is now: a request may have read it long before it saves something. */
export async function reloadUser(tx: Transaction, user: User): Promise<User> {
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, user.id));
  return profile ? toUser(profile) : user;
}

export function toUser(profile: typeof profiles.$inferSelect): User {
  return {
    id: profile.id,
    email: profile.email,
    name: profile.fullName,
    phone: profile.phone,
    timeZone: profile.timeZone,
    isEmailVerified: profile.emailVerifiedAt !== null,
    privacy: privacyOf(profile),
    planId: findPlan(profile.planId).id,
    vaultLimit: profile.vaultLimit,
    vaultsUsed: profile.vaultsUsed,
    vaultsDelivered: profile.vaultsDelivered,
    failedMail: failedMailOf(profile),
  };
}

function failedMailOf({ failedMailAt, failedMailKind, isFailedMailRefused }: typeof profiles.$inferSelect) {
  return failedMailAt && { kind: failedMailKind ?? "", isRefused: isFailedMailRefused, at: failedMailAt };
}

function privacyOf(profile: typeof profiles.$inferSelect): Privacy {
  const { profileVisibility, allowSearchByEmail, showActivity, dataSharing, analyticsOptOut } = profile;
  return { profileVisibility, allowSearchByEmail, showActivity, dataSharing, analyticsOptOut };
}
