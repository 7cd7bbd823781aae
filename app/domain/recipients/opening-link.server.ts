import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { isSameSecret } from "~/services/secret-token.server";
import type { PhoneNumber } from "~/services/sms/phone-number.server";

type LinkedDelivery = { id: string; recipientEmail: string; linkVersion: number };

type TextedDelivery = { id: string; smsTo: string; linkVersion: number };

/** Where a reader was reached: the phone number if there is one, else the email. */
export type Contact = { recipientEmail: string; phone?: PhoneNumber | null };

export const contactOf = ({ recipientEmail, phone }: Contact): string => phone ?? recipientEmail;

/** Signed over the email and the version: when either changes, earlier links stop working. */
function signatureOf({ id, recipientEmail, linkVersion }: LinkedDelivery): string {
  return keyedDigest("opening-link", `${id}:${linkVersion}:${recipientEmail}`, "base64url");
}

/** The path segment after `/open/`. */
export function openingLink(delivery: LinkedDelivery): string {
  return `${delivery.id}.${signatureOf(delivery)}`;
}

export function openingUrl(delivery: LinkedDelivery): string {
  return `${env.BASE_URL}/open/${openingLink(delivery)}`;
}

/** The link of the message that reached the reader there. */
export function linkTo({ phone, ...delivery }: Contact & LinkedDelivery): string {
  return phone ? smsLink({ ...delivery, smsTo: phone }) : openingLink(delivery);
}

/** Signed for the phone number; codes are sent only there. */
export function smsUrl(delivery: TextedDelivery): string {
  return `${env.BASE_URL}/open/${smsLink(delivery)}`;
}

function smsLink({ id, smsTo, linkVersion }: TextedDelivery): string {
  return `${id}.${keyedDigest("text-link", `${id}:${linkVersion}:${smsTo}`, "base64url")}`;
}

export function isSmsLink(
  link: string,
  { smsTo, ...delivery }: Omit<TextedDelivery, "smsTo"> & { smsTo: string | null },
): boolean {
  return smsTo !== null && isSameSecret(link, smsLink({ ...delivery, smsTo }));
}

/** For the holder of a claim card, who may not act for the recipient's mailbox. Opens nothing without the card. */
export function cardLink(deliveryId: string): string {
  return `${deliveryId}.${keyedDigest("card-link", deliveryId, "base64url")}`;
}

export function isCardLink(link: string, deliveryId: string): boolean {
  return isSameSecret(link, cardLink(deliveryId));
}

/** Unchecked: the caller verifies the signature with `addressOfLink`, `isSmsLink` or `isCardLink`. */
export function deliveryIdIn(link: string): string | undefined {
  return /^([a-z0-9]{24})\.[\w-]{43}$/.exec(link)?.[1];
}

/** The present email or the first one; undefined for any other link. */
export function addressOfLink(
  link: string,
  { id, recipientEmail, firstEmail, linkVersion }: LinkedDelivery & { firstEmail: string | null },
): string | undefined {
  return [recipientEmail, firstEmail ?? recipientEmail].find((address) =>
    isSameSecret(link, openingLink({ id, recipientEmail: address, linkVersion })),
  );
}
