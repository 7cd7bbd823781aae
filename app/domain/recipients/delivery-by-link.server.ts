import { and, eq, gt, inArray, min, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { blockDigest } from "~/domain/outbox/block-digest.server";
import { isErasedEmail } from "~/domain/outbox/erased-email";
import { type OwnKind, ownKindOf } from "~/domain/vault/own-kind";
import { isToSender } from "~/domain/vault/sender.server";
import { isOpen } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { hashSecretToken } from "~/services/secret-token.server";
import type { PhoneNumber } from "~/services/sms/phone-number.server";
import { blockedSenders, deliveries, memories, profiles, readingSessions } from "~db/schema";
import { idsIn, movedTo } from "./moved-deliveries.server";
import { addressOfLink, contactOf, deliveryIdIn, isCardLink, isSmsLink } from "./opening-link.server";

/** Shown before the code, so it holds nothing of the content. */
export type DeliveryByLink = {
  id: string;
  vaultId: string;
  recipientName: string;
  /** Empty for the link of a claim card. */
  recipientEmail: string;
  /** Null for the link of a mail. */
  phone: PhoneNumber | null;
  linkVersion: number;
  senderId: string;
  senderName: string;
  /** The account was erased: the sender learns nothing of what the recipient does. */
  isSenderGone: boolean;
  zone: string;
  writtenAt: Date;
  /** Null while the delivery is on its way or held. */
  deliveredAt: Date | null;
  isToSender: boolean;
  /** Null unless the delivery is to the sender. */
  ownKind: OwnKind | null;
  remindAt: Date | null;
  declinedAt: Date | null;
  isBlocked: boolean;
  /** Accounts that had the recipient's email at delivery and have changed it; none for the link of a claim card. */
  movedTo: string[];
  /** Null without a reading session. The card's link shows the letter only, also to readers with a code. */
  openedWith: "code" | "card" | null;
};

/**
 * Undefined for forged, outdated and not yet open links. `readings` are the tokens of the browser's reading sessions.
 */
export async function findDeliveryByLink(
  link: string,
  readings: string[] = [],
  now = clock.now(),
): Promise<DeliveryByLink | undefined> {
  const row = await findRow(link, readings, now);
  return row && described(row, sentTo(link, row), isCardLink(link, row.id));
}

/** By a link that was replaced after too many wrong codes. Undefined for any other link. */
export async function findByReplacedLink(link: string, now = clock.now()): Promise<DeliveryByLink | undefined> {
  const row = await findRow(link, [], now);
  // The link of a claim card is never replaced.
  if (!row || isCardLink(link, row.id)) return undefined;
  const versions = Array.from({ length: row.linkVersion }, (_, version) => version);
  const [reached] = versions.flatMap((linkVersion) => sentTo(link, { ...row, linkVersion }) ?? []);
  return described(row, reached);
}

async function findRow(link: string, readings: string[], now: Date) {
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
      linkVersion: deliveries.linkVersion,
      senderId: memories.userId,
      senderName: profiles.fullName,
      zone: memories.deliveryZone,
      writtenAt: memories.createdAt,
      deliveredAt: memories.deliveredAt,
      type: deliveries.type,
      isFutureSelf: memories.isFutureSelf,
      senderEmail: profiles.email,
      remindAt: deliveries.remindAt,
      declinedAt: deliveries.declinedAt,
      isReadByCard: sql<number | null>`${isReadByCard(readings, now)}`,
      state: memories.state,
      blockedBy: sql<string[] | string | null>`${blockedBy}`,
      movedTo,
    })
    .from(deliveries)
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .where(eq(deliveries.id, id));
  return row && isOpen(row) ? row : undefined;
}

/** 0 if one of the sessions began with a code, 1 if all did with a card, null without one. */
const isReadByCard = (readings: string[], now: Date) =>
  db
    .select({ isByCard: min(readingSessions.isByCard) })
    .from(readingSessions)
    .where(and(isSession(readings, now), eq(readingSessions.deliveryId, deliveries.id)));

/** One column of digests, since the email to look up is only known with the row. */
const blockedBy = db
  .select({ recipients: sql`json_arrayagg(${blockedSenders.recipient})` })
  .from(blockedSenders)
  .where(eq(blockedSenders.senderId, memories.userId));

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;
/** Where the link was sent; neither for the link of a claim card. */
type SentTo = { email: string; phone: PhoneNumber | null };

function sentTo(link: string, row: Row): SentTo | undefined {
  if (isCardLink(link, row.id)) return { email: "", phone: null };
  if (isSmsLink(link, row)) return { email: row.recipientEmail, phone: row.smsTo as PhoneNumber };
  const email = addressOfLink(link, row);
  return email === undefined ? undefined : { email, phone: null };
}

function described(row: Row, to: SentTo | undefined, isByCard = false): DeliveryByLink | undefined {
  if (!to) return undefined;
  const {
    state: _,
    firstEmail: __,
    smsTo: ___,
    senderEmail,
    isFutureSelf,
    isReadByCard,
    blockedBy,
    movedTo,
    type,
    ...delivery
  } = row;
  const contact = contactOf({ recipientEmail: to.email, phone: to.phone });
  const isOwn = isToSender({ isFutureSelf }, { email: senderEmail }, contact);
  return {
    ...delivery,
    phone: to.phone,
    recipientEmail: to.email,
    isBlocked: idsIn(blockedBy).includes(blockDigest(contact)),
    movedTo: isByCard ? [] : idsIn(movedTo),
    isSenderGone: isErasedEmail(senderEmail),
    isToSender: isOwn,
    ownKind: isOwn ? ownKindOf({ ...delivery, type }) : null,
    openedWith: openedWith(isReadByCard, isByCard),
  };
}

/** Only a reading by code opens the link of a mail or SMS; any reading opens the link of a card. */
function openedWith(isReadByCard: number | null, isCard: boolean): DeliveryByLink["openedWith"] {
  if (isReadByCard === null) return null;
  if (isCard) return "card";
  return isReadByCard === 0 ? "code" : null;
}

export function isSession(tokens: string[], now: Date) {
  return and(inArray(readingSessions.tokenHash, tokens.map(hashSecretToken)), gt(readingSessions.expiresAt, now));
}

export function isAddressee(
  user: User | undefined,
  { recipientEmail, movedTo = [] }: { recipientEmail: string; movedTo?: string[] },
): user is User {
  return user?.isEmailVerified === true && (user.email === recipientEmail || movedTo.includes(user.id));
}
