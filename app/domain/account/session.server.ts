import { and, eq, gt, sql } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, type Queryable } from "~/services/db.server";
import { createSecretToken, hashSecretToken } from "~/services/secret-token.server";
import { profiles, sessions, tallyChanges } from "~db/schema";
import type { User } from "./account";
import { findPlan } from "./plans";

export const SESSION_DAYS = 30;

/** Returns the session's token, of which only a digest is stored. */
export async function startSession(userId: string, now = clock.now()): Promise<string> {
  const token = createSecretToken();
  await db.insert(sessions).values({
    tokenHash: hashSecretToken(token),
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * 86_400_000),
  });
  return token;
}

/** Prepared once: every page runs it. */
const profileBySession = db
  .select({
    profile: profiles,
    newlyDelivered: sql<number>`(SELECT COALESCE(SUM(${tallyChanges.delivered}), 0) FROM ${tallyChanges} WHERE ${tallyChanges.userId} = ${profiles.id})`,
  })
  .from(sessions)
  .innerJoin(profiles, eq(profiles.id, sessions.userId))
  .where(and(eq(sessions.tokenHash, sql.placeholder("tokenHash")), gt(sessions.expiresAt, sql.placeholder("now"))))
  .prepare();

export async function findUserBySession(token: string, now = clock.now()): Promise<User | undefined> {
  const [row] = await profileBySession.execute({ tokenHash: hashSecretToken(token), now });
  if (!row) return undefined;
  const user = toUser(row.profile);
  return { ...user, vaultsDelivered: user.vaultsDelivered + Number(row.newlyDelivered) };
}

export async function endSession(token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashSecretToken(token)));
}

export async function endSessions(queryable: Queryable, userId: string): Promise<void> {
  await queryable.delete(sessions).where(eq(sessions.userId, userId));
}

export function toUser(profile: typeof profiles.$inferSelect): User {
  return {
    id: profile.id,
    email: profile.email,
    name: profile.fullName,
    phone: profile.phone,
    timeZone: profile.timeZone,
    isEmailVerified: profile.emailVerifiedAt !== null,
    planId: findPlan(profile.planId).id,
    vaultLimit: profile.vaultLimit,
    vaultsUsed: profile.vaultsUsed,
    vaultsDelivered: profile.vaultsDelivered,
  };
}
