import { eq } from "drizzle-orm";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { db } from "~/services/db.server";
import { isSameSecret } from "~/services/secret-token.server";
import { profiles } from "~db/schema";
import { isPreference, type Preference } from "./email-preferences";
import { changePreferences, readPreferences } from "./email-preferences.server";

const MARK_LENGTH = 16;

/** A digest of the email, so that a link shows whether that is still the account's. */
const markOf = (email: string) => keyedDigest("unsubscribe email", email, "base64url").slice(0, MARK_LENGTH);

/** The same for every mail: a repeated mail must not differ. */
function linkOf(userId: string, preference: Preference, mark: string): string {
  const signature = keyedDigest("unsubscribe", `${userId}:${preference}:${mark}`, "base64url");
  return `${userId}.${preference}.${mark}.${signature}`;
}

/** Ends one kind of mail to that email. */
export function unsubscribeUrl({ userId, email }: { userId: string; email: string }, preference: Preference): string {
  return `${env.BASE_URL}/unsubscribe/${linkOf(userId, preference, markOf(email))}`;
}

/** `isFormer`: the account has another email now, or was erased. */
export type MailSubscription = { userId: string; preference: Preference; isOn: boolean; isFormer: boolean };

/** Undefined for a forged link. */
export async function findSubscription(link: string): Promise<MailSubscription | undefined> {
  const [userId = "", preference = "", mark = ""] = link.split(".", 3);
  if (!isPreference(preference) || !isSameSecret(link, linkOf(userId, preference, mark))) return undefined;
  const [profile] = await db.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, userId));
  const isFormer = profile === undefined || markOf(profile.email) !== mark;
  const isOn = !isFormer && (await readPreferences(userId))[preference];
  return { userId, preference, isOn, isFormer };
}

/** A former email gets no mail, and changes nothing. */
export async function setSubscription(
  { userId, preference, isFormer }: MailSubscription,
  isOn: boolean,
): Promise<void> {
  if (isFormer) return;
  await changePreferences(userId, { [preference]: isOn });
}
