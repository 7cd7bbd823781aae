import { asc, eq } from "drizzle-orm";
import { listPasskeys } from "~/domain/account/passkeys.server";
import { countRecoveryCodes } from "~/domain/account/recovery-codes.server";
import { toUser } from "~/domain/account/session.server";
import { readPreferences } from "~/domain/outbox/email-preferences.server";
import { env } from "~/env.server";
import { db } from "~/services/db.server";
import { authenticators, legacyContacts, profiles } from "~db/schema";
import { type AccountFile, EXPORT_FORMAT, EXPORT_VERSION } from "./export-format";

export type DescribedAccount = Omit<AccountFile, "memories" | "received" | "pieces">;

export async function describeAccount(userId: string, now: Date): Promise<DescribedAccount | undefined> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, userId));
  if (!profile) return undefined;
  const contacts = await db
    .select()
    .from(legacyContacts)
    .where(eq(legacyContacts.ownerId, userId))
    .orderBy(asc(legacyContacts.createdAt), asc(legacyContacts.id));
  return {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    source: env.BASE_URL,
    exportedAt: now.toISOString(),
    account: {
      name: profile.fullName,
      email: profile.email,
      phone: profile.phone ?? "",
      timeZone: profile.timeZone,
      isEmailVerified: profile.emailVerifiedAt !== null,
      plan: profile.planId,
      vaultLimit: profile.vaultLimit,
      createdAt: profile.createdAt.toISOString(),
    },
    notifications: { ...(await readPreferences(userId)) },
    privacy: toUser(profile).privacy,
    waysToSignIn: await describeWays(profile),
    legacyContacts: contacts.map(
      ({ name, email, relationship, state, updateEmail, viewContent, receiveDuplicate }) => ({
        name,
        email,
        relationship,
        state,
        updateEmail,
        viewContent,
        receiveDuplicate,
      }),
    ),
  };
}

async function describeWays({ id, signsInByMail }: typeof profiles.$inferSelect): Promise<AccountFile["waysToSignIn"]> {
  const [made, [app], codes] = await Promise.all([
    listPasskeys(id),
    db.select({ confirmedAt: authenticators.confirmedAt }).from(authenticators).where(eq(authenticators.userId, id)),
    countRecoveryCodes(id),
  ]);
  return {
    loginLinks: signsInByMail,
    passkeys: made.map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    authenticator: app?.confirmedAt ? { confirmedAt: app.confirmedAt.toISOString(), recoveryCodesLeft: codes } : null,
  };
}
