import { and, eq, gt } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { OPEN_STATES, type VaultState } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { hashSecretToken } from "~/services/secret-token.server";
import type { PhoneNumber } from "~/services/sms/phone-number.server";
import { deliveries, memories, profiles, readingSessions } from "~db/schema";
import { addressOfLink, deliveryIdIn, isCardLink, isSmsLink } from "./opening-link.server";

/** Shown before the code, so it holds nothing of the content. */
export type DeliveryByLink = {
  id: string;
  vaultId: string;
  recipientName: string;
  /** Empty for the link of a claim card. */
  recipientEmail: string;
  /** Null for the link of a mail. */
  phone: PhoneNumber | null;
  senderId: string;
  senderName: string;
  zone: string;
  isToSender: boolean;
  remindAt: Date | null;
  declinedAt: Date | null;
  /** What began the reading session; null without one. A card's counts with the card's own link only. */
  openedWith: "code" | "card" | null;
};

/** Undefined for forged, outdated and not yet open links. `reading` is a reading session's token. */
export async function findDeliveryByLink(
  link: string,
  reading = "",
  now = clock.now(),
): Promise<DeliveryByLink | undefined> {
  const id = deliveryIdIn(link);
  if (!id) return undefined;
  const [row] = await db
    .select({
      id: deliveries.id,
      vaultId: deliveries.vaultId,
      recipientName: deliveries.recipientName,
      recipientEmail: deliveries.recipientEmail,
      firstEmail: deliveries.firstEmail,
      smsTo: deliveries.smsTo,
      senderId: memories.userId,
      senderName: profiles.fullName,
      zone: memories.deliveryZone,
      isFutureSelf: memories.isFutureSelf,
      senderEmail: profiles.email,
      remindAt: deliveries.remindAt,
      declinedAt: deliveries.declinedAt,
      isReadByCard: readingSessions.isByCard,
      state: memories.state,
    })
    .from(deliveries)
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .leftJoin(readingSessions, and(isSession(reading, now), eq(readingSessions.deliveryId, deliveries.id)))
    .where(eq(deliveries.id, id));
  const isBySms = row !== undefined && isSmsLink(link, row);
  const isByCard = isCardLink(link, id);
  const address = row && (isByCard ? "" : isBySms ? row.recipientEmail : addressOfLink(link, row));
  if (address === undefined || !row || !isOpen(row.state)) return undefined;
  const { state: _, firstEmail: __, smsTo, senderEmail, isFutureSelf, isReadByCard, ...delivery } = row;
  return {
    ...delivery,
    phone: isBySms ? (smsTo as PhoneNumber) : null,
    recipientEmail: address,
    isToSender: isFutureSelf || address === senderEmail,
    openedWith: isReadByCard === false ? "code" : isReadByCard && isByCard ? "card" : null,
  };
}

export function isSession(token: string, now: Date) {
  return and(eq(readingSessions.tokenHash, hashSecretToken(token)), gt(readingSessions.expiresAt, now));
}

function isOpen(state: VaultState): boolean {
  return OPEN_STATES.some((open) => open === state);
}

export function isAddressee(user: User | undefined, delivery: { recipientEmail: string }): user is User {
  return user?.isEmailVerified === true && user.email === delivery.recipientEmail;
}
