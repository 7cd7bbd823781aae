import { and, asc, eq, inArray } from "drizzle-orm";
import type { Viewer } from "~/domain/access/can-view";
import { listConfirmedGuests } from "~/domain/board/guests.server";
import { dateIn } from "~/domain/calendar/delivery-date";
import {
  CODE_MINUTES,
  type CodeRefusal,
  createReadingSession,
  findUsableCode,
  issueCode,
  redeemCode,
} from "~/domain/codes/one-time-code.server";
import { earlierProposal } from "~/domain/delivery/propose-address.server";
import {
  isOpenTo,
  isUndelivered,
  LEGACY_REQUEST_KINDS,
  type LegacyRequest,
  type LegacyRequestKind,
  type Permissions,
} from "~/domain/legacy/legacy";
import { helpLink, idsInHelpLink } from "~/domain/legacy/legacy-links.server";
import { listLegacyRequests } from "~/domain/legacy/legacy-requests.server";
import { findMissing } from "~/domain/legacy/missing-deliveries.server";
import { writeMessage } from "~/domain/outbox/message.server";
import { messagesTo } from "~/domain/outbox/messages-to-contact.server";
import { isOpen, OPEN_STATES } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { isSameSecret } from "~/services/secret-token.server";
import { deliveries, legacyContacts, memories, profiles, proposedAddresses } from "~db/schema";
import { lockHelper, replaceSpentHelpLink } from "./replaced-help-link.server";

/** Holds nothing of the vault's content. */
export type Helper = {
  contactId: string;
  contactName: string;
  contactEmail: string;
  linkVersion: number;
  vaultId: string;
  ownerId: string;
  ownerName: string;
  /** The account was erased: no one can stop what the contact asks for. */
  isOwnerGone: boolean;
};

/** Undefined for forged and replaced links, and for former contacts. */
export async function findHelperByLink(link: string): Promise<Helper | undefined> {
  const helper = await findHelper(link);
  return helper && isSameSecret(link, helpLink(helper)) ? helper : undefined;
}

/** By a link that was replaced after too many wrong codes. Undefined for any other link. */
export async function findHelperByReplacedLink(link: string): Promise<Helper | undefined> {
  const helper = await findHelper(link);
  const versions = Array.from({ length: helper?.linkVersion ?? 0 }, (_, version) => version);
  const isReplaced = versions.some((linkVersion) => helper && isSameSecret(link, helpLink({ ...helper, linkVersion })));
  return isReplaced ? helper : undefined;
}

async function findHelper(link: string): Promise<Helper | undefined> {
  const ids = idsInHelpLink(link);
  if (!ids) return undefined;
  const { contactId, vaultId } = ids;
  const [row] = await db
    .select({
      contactId: legacyContacts.id,
      contactName: legacyContacts.name,
      contactEmail: legacyContacts.email,
      linkVersion: legacyContacts.linkVersion,
      vaultId: memories.id,
      ownerId: memories.userId,
      ownerName: profiles.fullName,
      erasedAt: profiles.erasedAt,
    })
    .from(legacyContacts)
    .innerJoin(memories, eq(memories.userId, legacyContacts.ownerId))
    .innerJoin(profiles, eq(profiles.id, legacyContacts.ownerId))
    .where(
      and(
        eq(legacyContacts.id, contactId),
        eq(legacyContacts.state, "accepted"),
        eq(memories.id, vaultId),
        inArray(memories.state, [...OPEN_STATES]),
      ),
    );
  if (!row) return undefined;
  const { erasedAt, ...helper } = row;
  return { ...helper, isOwnerGone: erasedAt !== null };
}

/** By a redeemed code, or a verified account with the contact's email. */
export function isHelper({ user, openedContactIds = [] }: Viewer, { contactId, contactEmail }: Helper): boolean {
  return openedContactIds.includes(contactId) || (user?.isEmailVerified === true && user.email === contactEmail);
}

export async function sendHelperCode(found: Helper, browser: string, now = clock.now()): Promise<void> {
  await inTransaction(async (tx) => {
    const helper = await lockHelper(tx, found);
    if (!helper) return;
    const { contactId, contactName, contactEmail } = helper;
    const issued = await issueCode(tx, { contactId }, browser, now);
    if (!issued) return;
    const { id, code, expiresAt } = issued;
    await writeMessage(
      tx,
      {
        kind: "opening_code",
        uniqueKey: `${messagesTo(contactId)}code:${id}`,
        to: { name: contactName, email: contactEmail },
        props: { recipientName: contactName, code, minutes: CODE_MINUTES, opens: "help" },
        expiresAt,
      },
      now,
    );
  });
}

/** Whether `browser` can still enter a code. */
export async function hasHelperCode({ contactId }: Helper, browser: string, now = clock.now()): Promise<boolean> {
  return (await findUsableCode({ contactId }, browser, now)) !== undefined;
}

/** `token` is the new reading session's. After too many wrong codes the link is replaced. */
export async function redeemHelperCode(
  helper: Helper,
  browser: string,
  code: string,
  now = clock.now(),
): Promise<{ ok: true; token: string } | { ok: false; reason: CodeRefusal | "link_replaced" }> {
  const { contactId } = helper;
  return inTransaction(async (tx) => {
    const reason = await redeemCode(tx, { contactId }, browser, code, now);
    if (reason && (await replaceSpentHelpLink(tx, helper, now))) return { ok: false, reason: "link_replaced" };
    if (reason) return { ok: false, reason };
    return { ok: true, token: await createReadingSession(tx, { contactId }, now) };
  });
}

/** Dates are in the vault's zone. */
export type RequestProgress = "none" | "stopped" | { opensOn: string } | "open";

/** Holds neither title nor content. */
export type HelpNeeded = {
  permissions: Permissions;
  /** `some_missing`: a board that may reach others. After `arrived` nothing is left to do. */
  status: "undelivered" | "some_missing" | "on_its_way" | "arrived";
  dueOn: string;
  /**
   * `recipientEmail` is null unless the helper may correct it, and for guests, who were told that only the host sees
   * it. `proposal` says why it cannot be corrected now: the owner can still veto another address, or has stopped the
   * helper's.
   */
  failed: {
    deliveryId: string;
    recipientName: string;
    recipientEmail: string | null;
    proposal: "waiting" | "stopped" | null;
  }[];
  recipientNames: string[];
  view: RequestProgress;
  duplicate: RequestProgress;
};

/** The caller has checked `isHelper`. */
export async function loadHelp({ contactId, vaultId }: Helper, now = clock.now()): Promise<HelpNeeded | undefined> {
  const [[row], rows, requests, proposals, guests] = await Promise.all([
    db
      .select({ vault: memories, contact: legacyContacts })
      .from(legacyContacts)
      .innerJoin(memories, eq(memories.userId, legacyContacts.ownerId))
      .where(and(eq(legacyContacts.id, contactId), eq(memories.id, vaultId))),
    db
      .select()
      .from(deliveries)
      .where(eq(deliveries.vaultId, vaultId))
      .orderBy(asc(deliveries.recipientName), asc(deliveries.id)),
    listLegacyRequests(db, vaultId),
    db.select().from(proposedAddresses).where(eq(proposedAddresses.vaultId, vaultId)),
    listConfirmedGuests(db, vaultId),
  ]);
  if (!row) return undefined;
  const { vault, contact } = row;
  const { updateEmail, viewContent, receiveDuplicate } = contact;
  const isLost = isUndelivered(vault.state, rows);
  const own = requests.filter((one) => one.contactId === contactId);
  const progressOf = (kind: LegacyRequestKind): RequestProgress => {
    if (own.some(({ state }) => state === "stopped")) return "stopped";
    const request = own.find((one) => one.kind === kind);
    return request ? progressAt(request, { isUndelivered: isLost, zone: vault.deliveryZone }, now) : "none";
  };
  const [view, duplicate] = LEGACY_REQUEST_KINDS.map(progressOf) as [RequestProgress, RequestProgress];
  const failed = await findMissing(db, vault, rows);
  const isGuests = (email: string) => guests.some((guest) => guest.email === email);
  return {
    permissions: { updateEmail, viewContent, receiveDuplicate },
    status: isLost ? "undelivered" : statusOfReached(vault, failed.length > 0),
    dueOn: dateIn(vault.deliveryZone, vault.deliveryAt ?? now),
    failed: failed.map(({ id, recipientName, recipientEmail }) => ({
      deliveryId: id,
      recipientName,
      recipientEmail: updateEmail && !isGuests(recipientEmail) ? recipientEmail : null,
      proposal: earlierProposal(
        proposals.filter(({ deliveryId }) => deliveryId === id),
        contactId,
      ),
    })),
    recipientNames: rows.map(({ recipientName }) => recipientName).filter((name) => name !== ""),
    view,
    duplicate,
  };
}

function statusOfReached(
  vault: Pick<typeof memories.$inferSelect, "state" | "isMemoryBoard">,
  isSomeoneMissing: boolean,
): HelpNeeded["status"] {
  if (vault.isMemoryBoard && isSomeoneMissing && isOpen(vault)) return "some_missing";
  return vault.state === "delivered" ? "arrived" : "on_its_way";
}

function progressAt(
  request: LegacyRequest,
  vault: { isUndelivered: boolean; zone: string },
  now: Date,
): RequestProgress {
  if (isOpenTo(request, vault, now)) return "open";
  return request.state === "waiting" ? { opensOn: dateIn(vault.zone, request.opensAt) } : "none";
}
