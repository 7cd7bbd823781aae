import { eq } from "drizzle-orm";
import type { MessageKind } from "~/domain/message/message.server";
import type { Transaction } from "~/services/db.server";
import { profiles } from "~db/schema";
import type { Preference } from "./preferences";
import { readPreferences } from "./preferences.server";
import { unsubscribeUrl } from "./unsubscribe.server";

/** The mails that people may do without, and by which preference they say so. All others are always sent. */
const OPTIONAL: Partial<Record<MessageKind, Preference>> = {
  delivered_notice: "vaultDelivery",
  weekly_digest: "weeklyDigest",
  still_right: "vaultDelivery",
  annual_letter: "vaultDelivery",
};

/**
 * Whether the account with this address wants mails of this kind; `stopUrl` is then the way to end them. Mails that are
 * no choice, text messages, and addresses without an account, are wanted and have no such way.
 */
export async function isMailWanted(
  tx: Transaction,
  kind: MessageKind,
  address: string,
): Promise<{ isWanted: boolean; stopUrl?: string }> {
  const preference = OPTIONAL[kind];
  if (!preference) return { isWanted: true };
  const [profile] = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, address));
  if (!profile) return { isWanted: true };
  const preferences = await readPreferences(profile.id, tx);
  if (!preferences[preference]) return { isWanted: false };
  return { isWanted: true, stopUrl: unsubscribeUrl({ userId: profile.id, email: address }, preference) };
}
