import { asc, eq } from "drizzle-orm";
import { readPreferences } from "~/domain/outbox/email-preferences.server";
import { env } from "~/env.server";
import { db } from "~/services/db.server";
import { legacyContacts, profiles } from "~db/schema";
import { type AccountFile, EXPORT_FORMAT, EXPORT_VERSION } from "./export-format";

/** What is kept about the account itself. */
export async function describeAccount(userId: string, now: Date): Promise<Omit<AccountFile, "memories"> | undefined> {
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
