import { and, asc, eq, gt, inArray, type SQL } from "drizzle-orm";
import { writeMessage } from "~/domain/outbox/message.server";
import { messagesTo } from "~/domain/outbox/messages-to-contact.server";
import { isStopped } from "~/domain/outbox/stopped-senders.server";
import { DELIVERY_STATES, isFailed } from "~/domain/vault/events";
import { recordEvent } from "~/domain/vault/history.server";
import type { DeliveryRung } from "~/domain/vault/ladder";
import { OPEN_STATES } from "~/domain/vault/vault";
import { db, type Queryable, startsWith, type Transaction } from "~/services/db.server";
import { deliveries, legacyContacts, memories, messages, profiles, providerEvents } from "~db/schema";
import { hasReachedNoOne } from "./legacy";
import { helpUrl } from "./legacy-links.server";
import { createLegacyRequest } from "./legacy-requests.server";
import { findMissing } from "./missing-deliveries.server";

/**
 * Mails each legacy contact of the owner who has accepted, may do something and is not the recipient: at most one mail
 * a day for a vault. While a board may still reach someone, they may only correct the address of those it has failed
 * for; once it has failed for all, they may read it, and the thirty days of those who may get a copy start. The caller
 * has locked the vault or, with `contactId`, that contact, who alone is asked. Returns the ids of their mails.
 */
export async function notifyLegacyContacts(
  tx: Transaction,
  delivery: { id: string; vaultId: string },
  now: Date,
  contactId?: string,
): Promise<string[]> {
  const [row] = await tx
    .select({ vault: memories, ownerName: profiles.fullName, recipient: deliveries })
    .from(deliveries)
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .where(eq(deliveries.id, delivery.id));
  if (!row) return [];
  const all = await tx
    .select({ state: deliveries.state, isHostCopy: deliveries.isHostCopy })
    .from(deliveries)
    .where(eq(deliveries.vaultId, delivery.vaultId));
  const isLost = hasReachedNoOne(all);
  const contacts = await tx
    .select()
    .from(legacyContacts)
    .where(and(eq(legacyContacts.ownerId, row.vault.userId), contactId ? eq(legacyContacts.id, contactId) : undefined))
    .for("update");
  const written: string[] = [];
  for (const contact of contacts.filter((one) => mayHelp(one, isLost))) {
    const isRecipient = [row.recipient.recipientEmail, row.recipient.firstEmail].includes(contact.email);
    const id = isRecipient ? undefined : await notify(tx, { ...row, isLost }, contact, now);
    if (id) written.push(id);
  }
  return written;
}

/** For a contact who may help from now on. Asks about each vault whose other contacts have been asked. */
export async function notifyAboutUndelivered(
  tx: Transaction,
  contact: { id: string; ownerId: string; email: string },
  now: Date,
): Promise<void> {
  const { userId, state } = memories;
  const rows = await listTried(tx, and(eq(userId, contact.ownerId), inArray(state, [...OPEN_STATES])));
  for (const all of Map.groupBy(rows, ({ vaultId }) => vaultId).values()) {
    const asked = (await listAskedAbout(tx, all)).find(isNotTo(contact.email));
    if (asked) await notifyLegacyContacts(tx, asked, now, contact.id);
  }
}

/**
 * For a board whose last recipient blocked the sender. Contacts who can do something only now are asked about the
 * people it could not reach, except for those who blocked the sender.
 */
export async function notifyOnceLost(tx: Transaction, vaultId: string, now: Date): Promise<void> {
  const all = await listTried(tx, eq(memories.id, vaultId));
  const [asked] = hasReachedNoOne(all) ? await listAskedAbout(tx, all) : [];
  if (asked) await notifyLegacyContacts(tx, asked, now);
}

/** For a contact who can no longer help. The next step of each delivery that waits for them determines who is left. */
export async function reviewWaits(tx: Transaction, ownerId: string, now: Date): Promise<void> {
  const { senderId, rung, state, nextStepAt } = deliveries;
  const waits = and(eq(rung, "legacy"), inArray(state, DELIVERY_STATES.filter(isFailed)), gt(nextStepAt, now));
  await tx
    .update(deliveries)
    .set({ nextStepAt: now })
    .where(and(eq(senderId, ownerId), waits));
}

/** While a vault may still reach someone, contacts may only correct addresses. */
function mayHelp(contact: typeof legacyContacts.$inferSelect, isLost: boolean): boolean {
  const { state, updateEmail, viewContent, receiveDuplicate } = contact;
  return state === "accepted" && (updateEmail || (isLost && (viewContent || receiveDuplicate)));
}

/** Whether a contact with this email may still help with a vault. */
export async function isStillAsked(contactId: string, contactEmail: string, vaultId: string): Promise<boolean> {
  const { id, email } = legacyContacts;
  const isTheirs = and(eq(id, contactId), eq(email, contactEmail));
  const [contact] = await db.select().from(legacyContacts).where(isTheirs);
  const all = await listTried(db, eq(memories.id, vaultId));
  if (!contact || !mayHelp(contact, hasReachedNoOne(all))) return false;
  return (await listAskedAbout(db, all)).some(isNotTo(contactEmail));
}

/** Those about whom this legacy contact is asked for a vault. The first one is named. */
export async function listAskedOf(contactEmail: string, vaultId: string): Promise<{ recipientName: string }[]> {
  const asked = await listAskedAbout(db, await listTried(db, eq(memories.id, vaultId)));
  return asked.filter(isNotTo(contactEmail));
}

const isNotTo =
  (email: string) =>
  ({ recipientEmail, firstEmail }: Tried) =>
    ![recipientEmail, firstEmail].includes(email);

type Tried = Awaited<ReturnType<typeof listTried>>[number];

function listTried(tx: Queryable, where: SQL | undefined) {
  const { id, vaultId, state, rung, isHostCopy, senderId, recipientEmail, firstEmail, recipientName } = deliveries;
  const vault = { state: memories.state, isMemoryBoard: memories.isMemoryBoard };
  return tx
    .select({ id, vaultId, state, rung, isHostCopy, senderId, recipientEmail, firstEmail, recipientName, vault })
    .from(deliveries)
    .innerJoin(memories, eq(memories.id, vaultId))
    .where(where)
    .orderBy(asc(id));
}

/** Contacts are asked on these rungs, or were before. */
const ASKED_ON: DeliveryRung[] = ["legacy", "sender", "held"];

async function listAskedAbout(tx: Queryable, all: Tried[]): Promise<Tried[]> {
  const missing = all[0] ? await findMissing(tx, all[0].vault, all) : [];
  return missing.filter(({ rung }) => ASKED_ON.includes(rung));
}

type Row = {
  vault: typeof memories.$inferSelect;
  ownerName: string;
  recipient: typeof deliveries.$inferSelect;
  isLost: boolean;
};

async function notify(
  tx: Transaction,
  row: Row,
  contact: typeof legacyContacts.$inferSelect,
  now: Date,
): Promise<string | undefined> {
  const id = await mailOnceADay(tx, row, contact, now);
  if (id && contact.receiveDuplicate && row.isLost) {
    await createLegacyRequest(tx, row.vault, contact, "duplicate", now);
  }
  return id;
}

/** Undefined for a contact who stopped the owner's mails, or whose mail of today bounced. */
async function mailOnceADay(
  tx: Transaction,
  { vault, ownerName, recipient }: Omit<Row, "isLost">,
  contact: typeof legacyContacts.$inferSelect,
  now: Date,
): Promise<string | undefined> {
  const today = `${messagesTo(contact.id)}request:${vault.id}:${now.toISOString().slice(0, 10)}`;
  const written = await tx
    .select({ id: messages.id, state: messages.state })
    .from(messages)
    .where(startsWith(messages.uniqueKey, today));
  // A dropped request was never sent.
  const known = written.find(({ state }) => state !== "failed");
  if (known) return (await hasBounced(tx, known.id)) ? undefined : known.id;
  if (await isStopped(tx, { senderId: vault.userId, email: contact.email })) return undefined;
  const id = await writeMessage(
    tx,
    {
      kind: "legacy_request",
      senderId: vault.userId,
      uniqueKey: written.length === 0 ? today : `${today}:${written.length}`,
      to: { name: contact.name, email: contact.email },
      props: {
        name: contact.name,
        ownerName,
        recipientName: recipient.recipientName,
        url: helpUrl({ contactId: contact.id, vaultId: vault.id, linkVersion: contact.linkVersion }),
      },
      vaultId: vault.id,
    },
    now,
  );
  await recordEvent(
    tx,
    { vaultId: vault.id, deliveryId: recipient.id, kind: "legacy_asked", detail: contact.name },
    now,
  );
  return id;
}

async function hasBounced(tx: Transaction, messageId: string): Promise<boolean> {
  const { messageId: ofMessage, kind } = providerEvents;
  return (await tx.$count(providerEvents, and(eq(ofMessage, messageId), eq(kind, "bounced")))) > 0;
}
