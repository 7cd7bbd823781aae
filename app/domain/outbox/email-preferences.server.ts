import { eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, type Queryable } from "~/services/db.server";
import { notificationPreferences } from "~db/schema";
import { DEFAULTS, type Preference, type Preferences } from "./email-preferences";

export async function readPreferences(userId: string): Promise<Preferences> {
  const [row] = await db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId));
  return preferencesOf(row);
}

export function preferencesOf(row: typeof notificationPreferences.$inferSelect | undefined | null): Preferences {
  if (!row) return DEFAULTS;
  const { vaultDelivery, weeklyDigest, productUpdates, marketingEmails } = row;
  return { vaultDelivery, weeklyDigest, securityAlerts: true, productUpdates, marketingEmails };
}

export async function changePreferences(
  userId: string,
  changes: Partial<Record<Preference, boolean>>,
  now = clock.now(),
  queryable: Queryable = db,
): Promise<void> {
  const { securityAlerts: _, ...defaults } = DEFAULTS;
  await queryable
    .insert(notificationPreferences)
    .values({ userId, ...defaults, ...changes, updatedAt: now })
    .onDuplicateKeyUpdate({ set: { ...changes, updatedAt: now } });
}
