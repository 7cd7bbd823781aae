import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";

/** 132 bits of a keyed digest: more than anybody can guess, and short enough to be read out. */
const TOKEN_LENGTH = 22;

/** The token of a share: made anew from its id whenever it is shown, so that the database never holds it. */
export function shareToken(shareId: string): string {
  return keyedDigest("share-link", shareId, "base64url").slice(0, TOKEN_LENGTH);
}

/** The full address under which a share is seen. */
export function shareUrl(shareId: string): string {
  return `${env.BASE_URL}/s/${shareToken(shareId)}`;
}

/** Whether a text has the form of a token; what has not is not looked for. */
export function isShareToken(text: string): boolean {
  return /^[\w-]{22}$/.test(text);
}
