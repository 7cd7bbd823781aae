import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { isSameSecret } from "~/services/secret-token.server";

export type NewsletterLink = "confirm" | "stop";

const signed = (id: string, link: NewsletterLink) => `${id}.${keyedDigest("newsletter", `${link}:${id}`, "base64url")}`;

export function newsletterUrl(subscriberId: string, link: NewsletterLink): string {
  return `${env.BASE_URL}/newsletter/${link}/${signed(subscriberId, link)}`;
}

export function readNewsletterLink(token: string, link: NewsletterLink): string | undefined {
  const [id = ""] = token.split(".", 1);
  return /^[a-z0-9]{24}$/.test(id) && isSameSecret(token, signed(id, link)) ? id : undefined;
}
