import { eq } from "drizzle-orm";
import { env } from "~/env.server";
import { openToken, sealToken } from "~/services/cipher.server";
import { db } from "~/services/db.server";
import { profiles } from "~db/schema";
import { isPreference, type Preference } from "./email-preferences";
import { changePreferences, readPreferences } from "./email-preferences.server";

type Subscriber = { userId: string; email: string };

const PURPOSE = "unsubscribe";

/** Ends one kind of mail to that email. */
export function unsubscribeUrl({ userId, email }: Subscriber, preference: Preference): string {
  return `${env.BASE_URL}/unsubscribe/${sealToken(PURPOSE, `${userId} ${preference} ${email}`)}`;
}

/** `isFormer`: the account has another email now, or was erased. */
export type MailSubscription = Subscriber & { preference: Preference; isOn: boolean; isFormer: boolean };

/** Undefined for a forged link. */
export async function findSubscription(link: string): Promise<MailSubscription | undefined> {
  const [userId = "", preference = "", email = ""] = openToken(PURPOSE, link)?.split(" ") ?? [];
  if (!isPreference(preference)) return undefined;
  const [profile] = await db.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, userId));
  const isFormer = profile?.email !== email;
  const isOn = !isFormer && (await readPreferences(userId))[preference];
  return { userId, email, preference, isOn, isFormer };
}

/** A former email gets no mail, and changes nothing. */
export async function setSubscription(
  { userId, preference, isFormer }: MailSubscription,
  isOn: boolean,
): Promise<void> {
  if (isFormer) return;
  await changePreferences(userId, { [preference]: isOn });
}
