import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { isSameSecret } from "~/services/secret-token.server";

/** The path segment after `/gift/`. */
export function giftLink(checkoutId: string): string {
  return `${checkoutId}.${keyedDigest("gift-link", checkoutId, "base64url")}`;
}

export function giftUrl(checkoutId: string): string {
  return `${env.BASE_URL}/gift/${giftLink(checkoutId)}`;
}

/** Undefined for a link that was not made here. */
export function giftIdIn(link: string): string | undefined {
  const id = /^([a-z0-9]{24})\.[\w-]{43}$/.exec(link)?.[1];
  return id && isSameSecret(link, giftLink(id)) ? id : undefined;
}
