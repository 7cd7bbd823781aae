import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { isSameSecret } from "~/services/secret-token.server";

type LinkedDelivery = { id: string; recipientEmail: string };

/** The signature covers the address: when it is corrected, links sent to the old one stop working. */
function signatureOf({ id, recipientEmail }: LinkedDelivery): string {
  return keyedDigest("opening-link", `${id}:${recipientEmail}`, "base64url");
}

/** The part of the address behind `/open/`: the delivery's id and its signature. */
export function openingLink(delivery: LinkedDelivery): string {
  return `${delivery.id}.${signatureOf(delivery)}`;
}

/** The full address that the delivery mail carries. */
export function openingUrl(delivery: LinkedDelivery): string {
  return `${env.BASE_URL}/open/${openingLink(delivery)}`;
}

/** The link that a text message carries is signed for its number: it has codes sent there and to no address. */
export function smsUrl({ id, smsTo }: { id: string; smsTo: string }): string {
  return `${env.BASE_URL}/open/${smsLink({ id, smsTo })}`;
}

function smsLink({ id, smsTo }: { id: string; smsTo: string }): string {
  return `${id}.${keyedDigest("text-link", `${id}:${smsTo}`, "base64url")}`;
}

/** Whether a link is the one that went to the delivery's number by text. */
export function isSmsLink(link: string, { id, smsTo }: { id: string; smsTo: string | null }): boolean {
  return smsTo !== null && isSameSecret(link, smsLink({ id, smsTo }));
}

/** The delivery's id in a link of the right form; the signature still has to be checked with `addressOfLink` or `isSmsLink`. */
export function deliveryIdIn(link: string): string | undefined {
  return /^([a-z0-9]{24})\.[\w-]{43}$/.exec(link)?.[1];
}

/** The address that a link was sent to: the present one, or the one that was tried first; undefined for any other link. */
export function addressOfLink(
  link: string,
  { id, recipientEmail, firstEmail }: LinkedDelivery & { firstEmail: string | null },
): string | undefined {
  return [recipientEmail, firstEmail ?? recipientEmail].find((address) =>
    isSameSecret(link, openingLink({ id, recipientEmail: address })),
  );
}
