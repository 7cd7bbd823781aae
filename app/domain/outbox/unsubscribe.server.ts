import { eq } from "drizzle-orm";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { db } from "~/services/db.server";
import { isSameSecret } from "~/services/secret-token.server";
import { profiles } from "~db/schema";
import { isPreference, type Preference } from "./email-preferences";
import { changePreferences, readPreferences } from "./email-preferences.server";

type Subscriber = { userId: string; email: string };

/** Signed for the address and the kind of mail: the link ends only that kind. */
function linkOf({ userId, email }: Subscriber, preference: Preference): string {
  return `${userId}.${preference}.${keyedDigest("unsubscribe", `${userId}:${preference}:${email}`, "base64url")}`;
}

export function unsubscribeUrl(subscriber: Subscriber, preference: Preference): string {
  return `${env.BASE_URL}/unsubscribe/${linkOf(subscriber, preference)}`;
}

export type MailSubscription = Subscriber & { preference: Preference; isOn: boolean };

/** Undefined for an invalid link, or when the account has another address now. */
export async function findSubscription(link: string): Promise<MailSubscription | undefined> {
  const [userId = "", preference = ""] = link.split(".", 2);
  if (!/^[a-z0-9]{24}$/.test(userId) || !isPreference(preference)) return undefined;
  const [profile] = await db.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, userId));
  if (!profile || !isSameSecret(link, linkOf({ userId, email: profile.email }, preference))) return undefined;
  const preferences = await readPreferences(userId);
  return { userId, email: profile.email, preference, isOn: preferences[preference] };
}

export async function setSubscription({ userId, preference }: MailSubscription, isOn: boolean): Promise<void> {
  await changePreferences(userId, { [preference]: isOn });
}
