import { addDays } from "date-fns";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { isSameSecret } from "~/services/secret-token.server";

/** How long the question may be answered, in days. */
const VALID_DAYS = 180;

/** Who was asked, at which address, and when. */
export type Asked = { userId: string; email: string; askedAt: Date };

/** The signature covers the address: a link dies with a change of it, and says yes to one question only. */
function linkOf({ userId, email, askedAt }: Asked): string {
  const at = askedAt.getTime().toString(36);
  return `${userId}.${at}.${keyedDigest("still-right", `${userId}:${at}:${email}`, "base64url")}`;
}

export function stillRightUrl(asked: Asked): string {
  return `${env.BASE_URL}/still-right/${linkOf(asked)}`;
}

/** What a link of the right form says it is; the signature still has to be checked. */
export function readStillRightLink(link: string): { userId: string; askedAt: Date } | undefined {
  const [, userId, at] = /^([a-z0-9]{24})\.([0-9a-z]{1,10})\.[\w-]{43}$/.exec(link) ?? [];
  return userId && at ? { userId, askedAt: new Date(Number.parseInt(at, 36)) } : undefined;
}

export function isStillRightLink(link: string, asked: Asked, now: Date): boolean {
  return isSameSecret(link, linkOf(asked)) && now <= addDays(asked.askedAt, VALID_DAYS);
}
