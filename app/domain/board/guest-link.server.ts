import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { isSameSecret } from "~/services/secret-token.server";

/** The last segment of a guest's private link, also kept in their browser. Never changes. */
export function guestProof(guestId: string): string {
  return `${guestId}.${keyedDigest("board-guest", guestId, "base64url")}`;
}

/** For the mail to an address: its reader may confirm it. */
export function confirmationToken(guestId: string, email: string): string {
  return `${guestId}.${keyedDigest("board-guest-email", JSON.stringify([guestId, email]), "base64url")}`;
}

export const guestIdIn = (token: string) => token.slice(0, Math.max(0, token.indexOf(".")));

export function isGuestProof(token: string): boolean {
  return isSameSecret(guestProof(guestIdIn(token)), token);
}

export function privateLink(guestId: string): string {
  return `${env.BASE_URL}/guest-link/${guestProof(guestId)}`;
}
