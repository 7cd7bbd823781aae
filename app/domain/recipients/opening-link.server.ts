import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { isSameSecret } from "~/services/secret-token.server";

type LinkedDelivery = { id: string; recipientEmail: string };

/** The signature covers the email: when it is corrected, links to the old one stop working. */
function signatureOf({ id, recipientEmail }: LinkedDelivery): string {
  return keyedDigest("opening-link", `${id}:${recipientEmail}`, "base64url");
}

/** Returns the path segment after `/open/`: the delivery's id and a signature. */
export function openingLink(delivery: LinkedDelivery): string {
  return `${delivery.id}.${signatureOf(delivery)}`;
}

export function openingUrl(delivery: LinkedDelivery): string {
  return `${env.BASE_URL}/open/${openingLink(delivery)}`;
}

/** Returns the link of an SMS. It is signed for the number, and has codes sent only there. */
export function smsUrl({ id, smsTo }: { id: string; smsTo: string }): string {
  return `${env.BASE_URL}/open/${smsLink({ id, smsTo })}`;
}

function smsLink({ id, smsTo }: { id: string; smsTo: string }): string {
  return `${id}.${keyedDigest("text-link", `${id}:${smsTo}`, "base64url")}`;
}

/** Returns whether a link is the one that was sent to the delivery's number by SMS. */
export function isSmsLink(link: string, { id, smsTo }: { id: string; smsTo: string | null }): boolean {
  return smsTo !== null && isSameSecret(link, smsLink({ id, smsTo }));
}

/** Returns the delivery's id in a link. The caller checks the signature with `addressOfLink` or `isSmsLink`. */
export function deliveryIdIn(link: string): string | undefined {
  return /^([a-z0-9]{24})\.[\w-]{43}$/.exec(link)?.[1];
}

/** Returns the email that a link was sent to, the present or the first one; undefined for any other link. */
export function addressOfLink(
  link: string,
  { id, recipientEmail, firstEmail }: LinkedDelivery & { firstEmail: string | null },
): string | undefined {
  return [recipientEmail, firstEmail ?? recipientEmail].find((address) =>
    isSameSecret(link, openingLink({ id, recipientEmail: address })),
  );
}
