import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { lockAccount } from "~/domain/account/lock-account.server";
import { recordSecurityEvent } from "~/domain/account/security-events.server";
import { type OutboxMessage, wasJustWritten, writeMessage } from "~/domain/outbox/message.server";
import { messagesTo } from "~/domain/outbox/messages-to-contact.server";
import { DROPPED } from "~/domain/outbox/record-send-result.server";
import { displayTitleOf } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, isDuplicate, startsWith, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { legacyContacts, legacyWaits, memories, messages } from "~db/schema";
import { type ContactInput, permissionsOf } from "./contact-schema";
import {
  CONTACTS_MAX,
  type ContactState,
  LEGACY_REQUEST_KINDS,
  type LegacyRequestKind,
  PERMISSION_FOR,
  PERMISSIONS,
  type Permissions,
  type Relationship,
} from "./legacy";
import { legacyLink, legacyUrl } from "./legacy-links.server";
import { endLegacyRequestsOf } from "./legacy-requests.server";
import { notifyAboutUndelivered, reviewWaits } from "./notify-contacts.server";

export type ContactRequest = {
  title: string;
  kind: LegacyRequestKind;
  isOpen: boolean;
  opensAt: Date;
  stopLink: string;
};
export type LegacyContact = {
  id: string;
  name: string;
  email: string;
  relationship: Relationship;
  permissions: Permissions;
  state: ContactState;
  /** Their mail server refused it, or could not be reached for days. */
  isInvitationLost: boolean;
  /** Its domain takes no mail. */
  isUnreachable: boolean;
  waits: ContactRequest[];
};

/** In the order in which they were added. */
export async function listContacts(user: User): Promise<LegacyContact[]> {
  const [contacts, waits] = await Promise.all([
    db
      .select()
      .from(legacyContacts)
      .where(eq(legacyContacts.ownerId, user.id))
      .orderBy(asc(legacyContacts.createdAt), asc(legacyContacts.id)),
    db
      .select({
        id: legacyWaits.id,
        contactId: legacyWaits.contactId,
        kind: legacyWaits.kind,
        state: legacyWaits.state,
        opensAt: legacyWaits.opensAt,
        vaultId: memories.id,
        titleEncrypted: memories.titleEncrypted,
        wrappedKey: memories.wrappedKey,
        masterKeyId: memories.masterKeyId,
      })
      .from(legacyContacts)
      .innerJoin(legacyWaits, eq(legacyWaits.contactId, legacyContacts.id))
      .innerJoin(memories, eq(memories.id, legacyWaits.vaultId))
      .where(and(eq(legacyContacts.ownerId, user.id), inArray(legacyWaits.state, ["waiting", "open"])))
      .orderBy(asc(legacyWaits.opensAt)),
  ]);
  return contacts.map(({ updateEmail, viewContent, receiveDuplicate, ...contact }) => ({
    id: contact.id,
    name: contact.name,
    email: contact.email,
    relationship: contact.relationship,
    permissions: { updateEmail, viewContent, receiveDuplicate },
    state: contact.state,
    isInvitationLost: contact.state === "invited" && contact.isInvitationLost,
    isUnreachable: contact.state === "accepted" && contact.domainStatus === "takes_none",
    waits: waits
      .filter(({ contactId }) => contactId === contact.id)
      .map((wait) => ({
        title: displayTitleOf({ ...wait, id: wait.vaultId }),
        kind: wait.kind,
        isOpen: wait.state === "open",
        opensAt: wait.opensAt,
        stopLink: legacyLink("stop", wait.id),
      })),
  }));
}

/** The path in alerts about contacts. */
const CONTACTS_PATH = "/settings/legacy-contacts";

export type AddResult = { ok: true } | { ok: false; reason: "self" | "taken" | "too_many" | "unverified" };

/** Also mails the invitation, once for a form that is sent twice. Refused until the user's own email is verified. */
export async function addContact(user: User, input: ContactInput, now = clock.now()): Promise<AddResult> {
  if (input.email === user.email) return { ok: false, reason: "self" };
  if (!user.isEmailVerified) return { ok: false, reason: "unverified" };
  try {
    const written = await inTransaction(async (tx) => {
      await lockAccount(tx, user.id);
      if (await wasSent(tx, user, input)) return true;
      if ((await tx.$count(legacyContacts, eq(legacyContacts.ownerId, user.id))) >= CONTACTS_MAX) return undefined;
      const { name, email, relationship } = input;
      const contact = { id: createId(), name, email };
      await tx.insert(legacyContacts).values({
        ...contact,
        ownerId: user.id,
        relationship,
        ...permissionsOf(input),
        state: "invited",
        createdAt: now,
        updatedAt: now,
      });
      await recordSecurityEvent(tx, user.id, { kind: "contact_added", path: CONTACTS_PATH }, now);
      return invite(tx, user, contact, now);
    });
    if (!written) return { ok: false, reason: "too_many" };
    return { ok: true };
  } catch (error) {
    if (isDuplicate(error, "legacy_contacts_owner")) return { ok: false, reason: "taken" };
    throw error;
  }
}

async function wasSent(tx: Transaction, user: User, input: ContactInput): Promise<boolean> {
  const [known] = await tx
    .select()
    .from(legacyContacts)
    .where(and(eq(legacyContacts.ownerId, user.id), eq(legacyContacts.email, input.email)));
  const sent = { name: input.name, relationship: input.relationship, ...permissionsOf(input), state: "invited" };
  return known !== undefined && isDeepStrictEqual({ ...known, ...sent }, known);
}

const invitationsTo = (contactId: string) => `${messagesTo(contactId)}invitation:`;

function invite(tx: Transaction, user: User, contact: { id: string; name: string; email: string }, now: Date) {
  return writeMessage(
    tx,
    {
      kind: "legacy_invitation",
      senderId: user.id,
      uniqueKey: `${invitationsTo(contact.id)}${now.getTime()}`,
      to: { name: contact.name, email: contact.email },
      props: { name: contact.name, ownerName: user.name, url: legacyUrl("invitation", contact.id) },
    },
    now,
  );
}

/** Pressing the button twice mails it once. Returns false unless the contact has yet to answer. */
export async function inviteAgain(user: User, contactId: string, now = clock.now()): Promise<boolean> {
  return inTransaction(async (tx) => {
    const contact = await lockContact(tx, user, contactId);
    if (contact?.state !== "invited") return false;
    const mail = { keyPrefix: invitationsTo(contactId), address: contact.email };
    if (!contact.isInvitationLost && (await wasJustWritten(tx, mail, now))) return true;
    await tx.update(legacyContacts).set({ isInvitationLost: false }).where(eq(legacyContacts.id, contactId));
    await invite(tx, user, contact, now);
    return true;
  });
}

/** For the owner to see. Returns false for other messages. */
export async function noteLostInvitation(tx: Transaction, message: OutboxMessage): Promise<boolean> {
  const { kind, uniqueKey } = message;
  if (kind !== "legacy_invitation") return false;
  const [, contactId = ""] = uniqueKey.split(":");
  await tx.update(legacyContacts).set({ isInvitationLost: true }).where(eq(legacyContacts.id, contactId));
  return true;
}

/**
 * Ends requests that are no longer allowed. New permissions also apply to vaults that could not be delivered.
 * Returns false for an unknown contact.
 */
export async function setPermissions(
  user: User,
  contactId: string,
  permissions: Permissions,
  now = clock.now(),
): Promise<boolean> {
  return inTransaction(async (tx) => {
    const contact = await lockContact(tx, user, contactId);
    if (!contact) return false;
    await tx
      .update(legacyContacts)
      .set({ ...permissions, updatedAt: now })
      .where(eq(legacyContacts.id, contactId));
    for (const kind of LEGACY_REQUEST_KINDS)
      if (!permissions[PERMISSION_FOR[kind]]) await endLegacyRequestsOf(tx, contactId, kind);
    const isAllowedMore = PERMISSIONS.some((permission) => permissions[permission] && !contact[permission]);
    if (isAllowedMore && contact.state === "accepted") await notifyAboutUndelivered(tx, contact, now);
    if (!PERMISSIONS.some((permission) => permissions[permission])) await reviewWaits(tx, user.id, now);
    return true;
  });
}

/** Also cancels their unsent mails; events that name them stay. Returns the contact's name, or undefined if unknown. */
export async function removeContact(user: User, contactId: string, now = clock.now()): Promise<string | undefined> {
  return inTransaction(async (tx) => {
    const contact = await lockContact(tx, user, contactId);
    if (!contact) return undefined;
    await tx.delete(legacyContacts).where(eq(legacyContacts.id, contactId));
    await cancelMessages(tx, contactId, now);
    await reviewWaits(tx, user.id, now);
    await recordSecurityEvent(tx, user.id, { kind: "contact_removed", path: CONTACTS_PATH }, now);
    return contact.name;
  });
}

/** Messages that may have left, or are about to, expire instead: they are not sent again. */
export async function cancelMessages(tx: Transaction, contactId: string, now: Date): Promise<void> {
  const isTheirs = startsWith(messages.uniqueKey, messagesTo(contactId));
  const isUnsent = and(eq(messages.state, "queued"), eq(messages.mayBeSent, false));
  await tx.update(messages).set(DROPPED).where(and(isTheirs, isUnsent));
  await tx
    .update(messages)
    .set({ expiresAt: now })
    .where(
      and(
        isTheirs,
        or(inArray(messages.state, ["queued", "sending"]), isNotNull(messages.contentUntil)),
        or(sql`${messages.expiresAt} IS NULL`, gt(messages.expiresAt, now)),
      ),
    );
}

export async function findContact(user: User, contactId: string): Promise<{ id: string; name: string } | undefined> {
  const [contact] = await db
    .select({ id: legacyContacts.id, name: legacyContacts.name })
    .from(legacyContacts)
    .where(own(user, contactId));
  return contact;
}

async function lockContact(tx: Transaction, user: User, contactId: string) {
  const [contact] = await tx.select().from(legacyContacts).where(own(user, contactId)).for("update");
  return contact;
}

const own = (user: User, contactId: string) =>
  and(eq(legacyContacts.id, contactId), eq(legacyContacts.ownerId, user.id));
