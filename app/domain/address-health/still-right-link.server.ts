import { addDays } from "date-fns";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { isSameSecret } from "~/services/secret-token.server";

const VALID_DAYS = 180;

export type AskedSender = { userId: string; email: string; askedAt: Date };

/** Signed over the email and the question: the link ends when the email changes. */
export function stillRightLink({ userId, email, askedAt }: AskedSender): string {
  const at = askedAt.getTime().toString(36);
  return `${userId}.${at}.${keyedDigest("still-right", `${userId}:${at}:${email}`, "base64url")}`;
}

export function stillRightUrl(asked: AskedSender): string {
  return `${env.BASE_URL}/still-right/${stillRightLink(asked)}`;
}

/** The signature is not checked yet. */
export function readStillRightLink(link: string): { userId: string; askedAt: Date } | undefined {
  const [, userId, at] = /^([a-z0-9]{24})\.([0-9a-z]{1,10})\.[\w-]{43}$/.exec(link) ?? [];
  return userId && at ? { userId, askedAt: new Date(Number.parseInt(at, 36)) } : undefined;
}

export function isStillRightLink(link: string, asked: AskedSender, now: Date): boolean {
  return isSameSecret(link, stillRightLink(asked)) && now <= addDays(asked.askedAt, VALID_DAYS);
}
