import { and, asc, eq, inArray } from "drizzle-orm";
import type { Viewer } from "~/domain/access/can-view";
import { dateIn } from "~/domain/calendar/delivery-date";
import {
  beginSession,
  CODE_MINUTES,
  type CodeRefusal,
  issueCode,
  redeemCode,
} from "~/domain/codes/one-time-code.server";
import {
  isOpenTo,
  isUndelivered,
  type LegacyWait,
  type Permissions,
  WAIT_KINDS,
  type WaitKind,
} from "~/domain/legacy/legacy";
import { idsInLink, messagesTo } from "~/domain/legacy/legacy-links.server";
import { listWaits } from "~/domain/legacy/list-waits.server";
import { wakeSender, writeMessage } from "~/domain/outbox/message.server";
import { isFailed } from "~/domain/vault/events";
import { OPEN_STATES } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { deliveries, legacyContacts, memories, profiles } from "~db/schema";

/** Whom a link asks for help, and with which vault; nothing of what is in it. */
export type Helper = {
  contactId: string;
  contactName: string;
  contactEmail: string;
  vaultId: string;
  ownerName: string;
};

/** The helper behind a link of a mail; undefined for guessed links, and for who is no legacy contact any more. */
export async function findHelperByLink(link: string): Promise<Helper | undefined> {
  const [contactId, vaultId] = idsInLink("help", link) ?? [];
  if (!contactId || !vaultId) return undefined;
  const [row] = await db
    .select({
      contactId: legacyContacts.id,
      contactName: legacyContacts.name,
      contactEmail: legacyContacts.email,
      vaultId: memories.id,
      ownerName: profiles.fullName,
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
  return row;
}

/** Whether who is looking has shown that they are the helper: by a code, or by an account with that address. */
export function isHelper({ user, openedContactId }: Viewer, { contactId, contactEmail }: Helper): boolean {
  return openedContactId === contactId || (user?.isEmailVerified === true && user.email === contactEmail);
}

/** Mails a fresh one-time code to the helper's address; codes sent before stop working. */
export async function sendHelperCode(
  { contactId, contactName, contactEmail }: Helper,
  now = clock.now(),
): Promise<void> {
  const messageId = await inTransaction(async (tx) => {
    const { id, code, expiresAt } = await issueCode(tx, { contactId }, now);
    return writeMessage(
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
  await wakeSender(messageId);
}

/** Trades the newest code of a helper for a session. */
export async function redeemHelperCode(
  { contactId }: Helper,
  code: string,
  now = clock.now(),
): Promise<{ ok: true; token: string } | { ok: false; reason: CodeRefusal }> {
  return inTransaction(async (tx) => {
    const reason = await redeemCode(tx, { contactId }, code, now);
    if (reason) return { ok: false, reason };
    return { ok: true, token: await beginSession(tx, { contactId }, now) };
  });
}

/** How far a helper has come with reading it, or with a copy. Dates are those of the vault's zone. */
export type Progress = "none" | "stopped" | { opensOn: string } | "open";

/** What a helper is shown of a vault: who it was for, and what its owner allows. No title, no content. */
export type HelpNeeded = {
  permissions: Permissions;
  /** `on_its_way` is whatever is being tried just now; `arrived` is not the helper's any more. */
  standing: "undelivered" | "on_its_way" | "arrived";
  dueOn: string;
  /** Those it did not reach; their address only where the helper may correct it. */
  failed: { deliveryId: string; recipientName: string; recipientEmail: string | null }[];
  recipientNames: string[];
  view: Progress;
  duplicate: Progress;
};

/** What a helper can do about a vault at `now`. The caller has made sure that it is the helper who asks. */
export async function loadHelp({ contactId, vaultId }: Helper, now = clock.now()): Promise<HelpNeeded | undefined> {
  const [[row], rows, waits] = await Promise.all([
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
    listWaits(db, vaultId),
  ]);
  if (!row) return undefined;
  const { vault, contact } = row;
  const { updateEmail, viewContent, receiveDuplicate } = contact;
  const isLost = isUndelivered(
    vault.state,
    rows.map(({ state }) => state),
  );
  const progressOf = (kind: WaitKind): Progress => {
    const wait = waits.find((one) => one.contactId === contactId && one.kind === kind);
    return wait ? standingOf(wait, { isUndelivered: isLost, zone: vault.deliveryZone }, now) : "none";
  };
  const [view, duplicate] = WAIT_KINDS.map(progressOf) as [Progress, Progress];
  const failed = rows.filter(({ state }) => isFailed(state));
  return {
    permissions: { updateEmail, viewContent, receiveDuplicate },
    standing: isLost ? "undelivered" : vault.state === "delivered" ? "arrived" : "on_its_way",
    dueOn: dateIn(vault.deliveryZone, vault.deliveryAt ?? now),
    failed: failed.map(({ id, recipientName, recipientEmail }) => ({
      deliveryId: id,
      recipientName,
      recipientEmail: updateEmail ? recipientEmail : null,
    })),
    recipientNames: rows.map(({ recipientName }) => recipientName).filter((name) => name !== ""),
    view,
    duplicate,
  };
}

function standingOf(wait: LegacyWait, vault: { isUndelivered: boolean; zone: string }, now: Date): Progress {
  if (wait.state === "stopped") return "stopped";
  if (isOpenTo(wait, vault, now)) return "open";
  return wait.state === "waiting" ? { opensOn: dateIn(vault.zone, wait.opensAt) } : "none";
}
