import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { isLinkLive } from "~/domain/account/account-links.server";
import { isBeingErased } from "~/domain/account/erasure-request.server";
import { isUnusable } from "~/domain/address-health/address-status";
import { isAnyOtherTroubled } from "~/domain/address-health/other-addresses.server";
import { isGiftFor } from "~/domain/billing/gift.server";
import { isLastGiftMail } from "~/domain/billing/gift-mail.server";
import { isCodeUsable } from "~/domain/codes/one-time-code.server";
import { helpLink, idsInHelpLink } from "~/domain/legacy/legacy-links.server";
import { type OutboxMessage, readProps } from "~/domain/outbox/message.server";
import { firstKey } from "~/domain/outbox/repeat-message.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { DELIVERABLE_STATES } from "~/domain/vault/vault";
import type { EmailProps } from "~/emails/catalogue";
import { db } from "~/services/db.server";
import {
  boardGuests,
  boardHosts,
  boardPosts,
  deliveries,
  gifts,
  legacyContacts,
  legacyWaits,
  memories,
  profiles,
  proposedAddresses,
  replies,
} from "~db/schema";
import { ADDRESS_STATUSES, type LegacyRequestState, type VaultState } from "~db/schema/states";

export async function isUncancelled({ vaultId }: OutboxMessage): Promise<boolean> {
  return !vaultId || (await stateOf(vaultId)) !== "cancelled";
}

export async function stateOf(vaultId: string | null): Promise<VaultState | undefined> {
  const [vault] = await db
    .select({ state: memories.state })
    .from(memories)
    .where(eq(memories.id, vaultId ?? ""));
  return vault?.state;
}

/** The id of what a message is about. */
export const idInKey = ({ uniqueKey }: OutboxMessage) => firstKey(uniqueKey).split(":")[1] ?? "";

/** Of a code or link, also in a repeated message. */
const secretInKey = ({ uniqueKey }: OutboxMessage) => firstKey(uniqueKey).split(":").at(-1) ?? "";

export const timeOf = ({ attemptedAt, createdAt }: OutboxMessage) => attemptedAt ?? createdAt;

const WAITED_MS = 10_000;
/** A message that leaves at once needs no second check. */
export const hasWaited = (message: OutboxMessage) =>
  timeOf(message).getTime() - message.createdAt.getTime() >= WAITED_MS;

export async function isProposalOpen({ id, vaultId }: OutboxMessage): Promise<boolean> {
  const { vaultId: ofVault, noticeId, state } = proposedAddresses;
  const isMatch = and(eq(ofVault, vaultId ?? ""), eq(noticeId, id), eq(state, "waiting"));
  return (await db.$count(proposedAddresses, isMatch)) > 0;
}

export async function isWaitOpen(message: OutboxMessage): Promise<boolean> {
  return isRequestIn(idInKey(message), "waiting");
}

/** For the mail to the contact. */
export async function isRequestOpen({ uniqueKey }: OutboxMessage): Promise<boolean> {
  return isRequestIn(uniqueKey.split(":")[3], "open");
}

async function isRequestIn(id: string | undefined, state: LegacyRequestState): Promise<boolean> {
  return (await db.$count(legacyWaits, and(eq(legacyWaits.id, id ?? ""), eq(legacyWaits.state, state)))) > 0;
}

export async function isGiftOpen(message: OutboxMessage): Promise<boolean> {
  return (await isGiftFor(message.toAddress, idInKey(message))) && isLastGiftMail(message);
}

/** The gift may have been paid for again, or its claimer has bought a plan. */
export async function isGiftStillLost(message: OutboxMessage): Promise<boolean> {
  const { vaults } = readProps(message) as EmailProps["gift_refunded"];
  const [claimer] = await db
    .select({ vaultLimit: profiles.vaultLimit })
    .from(gifts)
    .innerJoin(profiles, eq(profiles.id, gifts.claimedBy))
    .where(eq(gifts.checkoutId, idInKey(message)));
  return claimer !== undefined && claimer.vaultLimit <= vaults;
}

export async function isCodeOpen(message: OutboxMessage): Promise<boolean> {
  return (await isCodeUsable(secretInKey(message), timeOf(message))) && isUncancelled(message);
}

export async function isLinkOpen(message: OutboxMessage): Promise<boolean> {
  return isLinkLive(secretInKey(message), timeOf(message));
}

export async function isErasurePlanned(message: OutboxMessage): Promise<boolean> {
  return isBeingErased(idInKey(message));
}

/** The status of a vault says nothing of the addresses besides its recipients'. */
export async function isAddressTroubled(message: OutboxMessage): Promise<boolean> {
  const { vaults } = readProps(message) as EmailProps["address_trouble"];
  if (vaults.some(({ role }) => !role) && (await isRecipientTroubled(message))) return true;
  const others = vaults.filter(({ role }) => role).map(({ recipientEmail }) => recipientEmail);
  return isAnyOtherTroubled(message.toAddress, others);
}

/** Of one vault, or of any of the account's. */
async function isRecipientTroubled({ vaultId, toAddress }: OutboxMessage): Promise<boolean> {
  const { id, userId, state, addressStatus } = memories;
  const rows = await db
    .select({ id })
    .from(memories)
    .innerJoin(profiles, and(eq(profiles.id, userId), eq(profiles.email, toAddress)))
    .where(
      and(
        vaultId ? eq(id, vaultId) : undefined,
        inArray(state, [...DELIVERABLE_STATES]),
        inArray(addressStatus, ADDRESS_STATUSES.filter(isUnusable)),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function isUnverified({ toAddress }: OutboxMessage): Promise<boolean> {
  return (await db.$count(profiles, and(eq(profiles.email, toAddress), isNull(profiles.emailVerifiedAt)))) > 0;
}

export async function isHostInvited(message: OutboxMessage): Promise<boolean> {
  const { vaultId, email, acceptedAt } = boardHosts;
  const isMatch = and(eq(vaultId, message.vaultId ?? ""), eq(email, message.toAddress), isNull(acceptedAt));
  return (await db.$count(boardHosts, isMatch)) > 0 && isUncancelled(message);
}

/** While the guest is on the board, with this email. */
export async function isGuestLinkLive(message: OutboxMessage): Promise<boolean> {
  const isMatch = and(eq(boardGuests.id, idInKey(message)), eq(boardGuests.email, message.toAddress));
  return (await db.$count(boardGuests, isMatch)) > 0 && isUncancelled(message);
}

/** While the reported piece waits for a decision, and this host may make it. */
export async function isReportOpen(message: OutboxMessage): Promise<boolean> {
  const isReported = and(eq(boardPosts.id, idInKey(message)), isNotNull(boardPosts.reportedAt));
  return (await db.$count(boardPosts, isReported)) > 0 && (await isToHost(message)) && isUncancelled(message);
}

async function isToHost({ vaultId, toAddress }: OutboxMessage): Promise<boolean> {
  const { vaultId: ofBoard, email, acceptedAt } = boardHosts;
  const isCoHost = and(eq(ofBoard, vaultId ?? ""), eq(email, toAddress), isNotNull(acceptedAt));
  if ((await db.$count(boardHosts, isCoHost)) > 0) return true;
  const owners = await db
    .select({ id: profiles.id })
    .from(memories)
    .innerJoin(profiles, and(eq(profiles.id, memories.userId), eq(profiles.email, toAddress)))
    .where(eq(memories.id, vaultId ?? ""));
  return owners.length > 0;
}

export async function isAnswerWanted(message: OutboxMessage): Promise<boolean> {
  const rows = await db
    .select({ id: replies.id })
    .from(replies)
    .innerJoin(deliveries, eq(deliveries.id, replies.deliveryId))
    .where(and(eq(replies.id, idInKey(message)), isNull(deliveries.declinedAt)));
  return rows.length > 0 && isUncancelled(message);
}

/** A letter may have gone to another address since, and a legacy contact's link may have been replaced again. */
export async function isFreshLinkLive(message: OutboxMessage): Promise<boolean> {
  const { url, opens } = readProps(message) as EmailProps["fresh_link"];
  const link = url.split("/").at(-1) ?? "";
  if (opens === "help") return (await isHelpLinkLive(link)) && isUncancelled(message);
  return (await findDeliveryByLink(link)) !== undefined;
}

async function isHelpLinkLive(link: string): Promise<boolean> {
  const ids = idsInHelpLink(link);
  const { id, state, linkVersion } = legacyContacts;
  const isTheirs = and(eq(id, ids?.contactId ?? ""), eq(state, "accepted"));
  const [contact] = await db.select({ linkVersion }).from(legacyContacts).where(isTheirs);
  return ids !== undefined && contact !== undefined && link === helpLink({ ...ids, ...contact });
}
