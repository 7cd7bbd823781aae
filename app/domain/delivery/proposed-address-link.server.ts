import { isCuid } from "@paralleldrive/cuid2";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { isSameSecret } from "~/services/secret-token.server";

/** For the mail to the sender. The link can stop this proposal and do nothing else. */
export function proposalLink(id: string): string {
  return `${id}.${keyedDigest("address-stop-link", id, "base64url")}`;
}

export function proposalUrl(id: string): string {
  return `${env.BASE_URL}/address-stop/${proposalLink(id)}`;
}

/** Undefined unless it was signed here. */
export function proposalIn(link: string): string | undefined {
  const [id = ""] = link.split(".");
  return isCuid(id) && isSameSecret(link, proposalLink(id)) ? id : undefined;
}
