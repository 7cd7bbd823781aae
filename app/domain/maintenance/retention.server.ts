import { addDays, addHours, max, subDays, subYears } from "date-fns";
import { and, asc, eq, lte, ne, notExists, or } from "drizzle-orm";
import { dateIn } from "~/domain/calendar/delivery-date";
import { isOpenTo, isUndelivered } from "~/domain/legacy/legacy";
import { helpUrl } from "~/domain/legacy/legacy-links.server";
import { listLegacyRequests } from "~/domain/legacy/legacy-requests.server";
import { type MessageDraft, writeMessages } from "~/domain/outbox/message.server";
import { messagesTo } from "~/domain/outbox/messages-to-contact.server";
import { findBlocked } from "~/domain/recipients/block-sender.server";
import { openingUrl, smsUrl } from "~/domain/recipients/opening-link.server";
import { isArrived } from "~/domain/vault/events";
import { KEPT_YEARS, keptUntil, NOTICE_DAYS } from "~/domain/vault/keeping";
import { recipientInWords } from "~/domain/vault/own-kind";
import { senderOf } from "~/domain/vault/sender.server";
import { countDelivered, returnSlot } from "~/domain/vault/tally.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { type PhoneNumber, readPhoneNumber } from "~/services/sms/phone-number.server";
import { isSmsConfigured } from "~/services/sms.server";
import { deliveries, memories, movedDeliveries, profiles, retentions } from "~db/schema";
import { deleteVault } from "./delete-vault.server";

const FIRST_NOTICE_DAYS = NOTICE_DAYS[0];
const BATCH = 100;

type Vault = typeof memories.$inferSelect;
type Retention = typeof retentions.$inferSelect;

/**
 * Announces the deletion of vaults whose seven years are nearly over, and deletes those whose end has come. No vault is
 * deleted without three notices, the last of them a week before, however late this runs. `isFull` means that more may
 * be due.
 */
export async function applyRetention(now = clock.now()): Promise<{ isFull: boolean }> {
  const begun = await beginRetentions(now);
  const due = await db
    .select({ vaultId: retentions.vaultId })
    .from(retentions)
    .where(lte(retentions.nextStepAt, now))
    .orderBy(asc(retentions.nextStepAt))
    .limit(BATCH);
  for (const { vaultId } of due) {
    await inTransaction((tx) => takeStep(tx, vaultId, now)).catch(async (error: unknown) => {
      log.error({ err: error, vaultId }, "a vault's retention could not be applied; it is tried again in an hour");
      await db
        .update(retentions)
        .set({ nextStepAt: addHours(now, 1) })
        .where(and(eq(retentions.vaultId, vaultId), lte(retentions.nextStepAt, now)));
    });
  }
  return { isFull: begun === BATCH || due.length === BATCH };
}

/** When a vault is to be deleted; undefined while it is on its way. */
export function endOf({ state, deliveredAt, heldUntil }: Pick<Vault, "state" | "deliveredAt" | "heldUntil">) {
  if (state === "delivered" && deliveredAt) return keptUntil(deliveredAt);
  return state === "held" ? (heldUntil ?? undefined) : undefined;
}

export function endingBefore(end: Date) {
  return or(
    and(lte(memories.deliveredAt, subYears(end, KEPT_YEARS)), eq(memories.state, "delivered")),
    and(lte(memories.heldUntil, end), eq(memories.state, "held")),
  );
}

async function beginRetentions(now: Date): Promise<number> {
  const known = db.select().from(retentions).where(eq(retentions.vaultId, memories.id));
  const ending = await db
    .select({
      id: memories.id,
      state: memories.state,
      deliveredAt: memories.deliveredAt,
      heldUntil: memories.heldUntil,
    })
    .from(memories)
    .where(and(endingBefore(addDays(now, FIRST_NOTICE_DAYS)), notExists(known)))
    .limit(BATCH);
  if (ending.length === 0) return 0;
  const rows = ending.map((vault) => ({
    vaultId: vault.id,
    notices: 0,
    deleteAt: endOf(vault) ?? now,
    nextStepAt: now,
  }));
  await db.insert(retentions).ignore().values(rows);
  return ending.length;
}

async function takeStep(tx: Transaction, vaultId: string, now: Date): Promise<void> {
  const [vault] = await tx.select().from(memories).where(eq(memories.id, vaultId)).for("update");
  const ofVault = eq(retentions.vaultId, vaultId);
  const [retention] = await tx.select().from(retentions).where(ofVault).for("update");
  if (!vault || !retention || retention.nextStepAt > now) return;
  const end = endOf(vault);
  // If it came back, or was delivered again, the seven years start again.
  if (!end || end > retention.deleteAt) {
    await tx.delete(retentions).where(ofVault);
    return;
  }
  const days = NOTICE_DAYS[retention.notices];
  if (days === undefined) return endVault(tx, vault, now);
  const deleteAt = max([retention.deleteAt, addDays(now, days)]);
  await writeNotices(tx, vault, { ...retention, deleteAt }, now);
  const next = NOTICE_DAYS[retention.notices + 1];
  const nextStepAt = next === undefined ? deleteAt : subDays(deleteAt, next);
  await tx
    .update(retentions)
    .set({ notices: retention.notices + 1, deleteAt, nextStepAt })
    .where(ofVault);
}

/**
 * To the sender, to legacy contacts who can read it, and to every recipient who still wants messages about it: at their
 * phone if only that was reached, and also at the present email of an account that has changed its own since.
 */
async function writeNotices(tx: Transaction, vault: Vault, { notices, deleteAt }: Retention, now: Date): Promise<void> {
  const sender = await senderOf(tx, vault);
  const reached = await findReaders(tx, vault.id);
  const known = [sender.email, ...reached.map(({ email }) => email)];
  const moved = (await findMovedReaders(tx, vault.id)).filter(({ email }) => !known.includes(email));
  const asked = [...reached.filter(({ email }) => email !== sender.email), ...moved].map((reader) => ({
    ...reader,
    senderId: vault.userId,
    recipient: reader.phone ?? reader.email,
  }));
  const blocked = await findBlocked(tx, asked);
  const props = {
    title: decryptTitle(vault) || DISPLAY_TITLE,
    deleteOn: dateIn(vault.deliveryZone, deleteAt),
    isLast: notices === NOTICE_DAYS.length - 1,
  };
  const told = asked.filter((one) => !blocked.has(one));
  const emails = [...known, ...moved.map(({ email }) => email)];
  const contacts = (await findLegacyReaders(tx, vault, now)).filter(({ to }) => !emails.includes(to.email));
  const drafts: MessageDraft<"ending_soon" | "ending_soon_sms" | "legacy_ending">[] = [
    {
      kind: "ending_soon",
      uniqueKey: `ending_soon:${vault.id}:${notices}`,
      to: { name: sender.fullName, email: sender.email },
      props: {
        ...props,
        name: sender.fullName,
        senderName: "",
        ...(vault.state === "held" && { held: vault.sealedAt ? ("sealed" as const) : ("open" as const) }),
        url: `${env.BASE_URL}/memories/${vault.id}`,
      },
      vaultId: vault.id,
    },
    ...told.map(({ key, name, email, phone, url, deliveryId, senderId }) => {
      const uniqueKey = `ending_soon:${key}:${notices}`;
      const about = { uniqueKey, vaultId: vault.id, ...(deliveryId && { deliveryId }) };
      const { fullName: senderName } = sender;
      return phone
        ? {
            ...about,
            kind: "ending_soon_sms" as const,
            to: { name, phone },
            props: { senderName, deleteOn: props.deleteOn, url },
          }
        : {
            ...about,
            kind: "ending_soon" as const,
            senderId,
            to: { name, email },
            props: { ...props, name, senderName, url },
          };
    }),
    ...contacts.map(({ key, to, url }) => ({
      kind: "legacy_ending" as const,
      senderId: vault.userId,
      uniqueKey: `${key}:${notices}`,
      to,
      props: {
        name: to.name,
        ownerName: sender.fullName,
        recipientName: vault.isFutureSelf ? sender.fullName : recipientInWords(vault),
        deleteOn: props.deleteOn,
        isLast: props.isLast,
        url,
      },
      vaultId: vault.id,
    })),
  ];
  await writeMessages(tx, drafts, now);
}

type Reader = { key: string; name: string; email: string; phone?: PhoneNumber; url: string; deliveryId?: string };

/** Not for the holder of a board's claim card, who has no email. */
const hasReceived = ({ state, declinedAt, recipientEmail }: typeof deliveries.$inferSelect) =>
  isArrived(state) && !declinedAt && recipientEmail !== "";

async function findReaders(tx: Transaction, vaultId: string): Promise<Reader[]> {
  const rows = await tx.select().from(deliveries).where(eq(deliveries.vaultId, vaultId));
  return rows.filter(hasReceived).map((delivery) => {
    const { id, rung, smsTo, recipientName: name, recipientEmail: email } = delivery;
    const reader = { key: id, name, email, deliveryId: id };
    const phone = rung === "sms" && isSmsConfigured() && readPhoneNumber(smsTo ?? "");
    return phone
      ? { ...reader, phone, url: smsUrl({ ...delivery, smsTo: phone }) }
      : { ...reader, url: openingUrl(delivery) };
  });
}

/** Their mails are erased with their accounts, so these do not name the delivery. */
async function findMovedReaders(tx: Transaction, vaultId: string): Promise<Reader[]> {
  const rows = await tx
    .select({ delivery: deliveries, id: profiles.id, name: profiles.fullName, email: profiles.email })
    .from(deliveries)
    .innerJoin(movedDeliveries, eq(movedDeliveries.deliveryId, deliveries.id))
    .innerJoin(profiles, eq(profiles.id, movedDeliveries.userId))
    .where(and(eq(deliveries.vaultId, vaultId), ne(profiles.email, deliveries.recipientEmail)));
  const url = `${env.BASE_URL}/memories/${vaultId}`;
  return rows
    .filter(({ delivery }) => hasReceived(delivery))
    .map(({ delivery, id, name, email }) => ({ key: `${delivery.id}:${id}`, name, email, url }));
}

/** One for each contact, who may have asked to read it and have received a copy. */
async function findLegacyReaders(tx: Transaction, { id: vaultId, state }: Vault, now: Date) {
  const requests = await listLegacyRequests(tx, vaultId);
  if (requests.length === 0) return [];
  const rows = await tx.select().from(deliveries).where(eq(deliveries.vaultId, vaultId));
  const open = requests.filter((one) => isOpenTo(one, { isUndelivered: isUndelivered(state, rows) }, now));
  const requestOf = new Map(open.map((one) => [one.contactId, one]));
  return [...requestOf.values()].map(({ id, contactId, contactName, contactEmail, linkVersion }) => ({
    key: `${messagesTo(contactId)}ending:${id}`,
    to: { name: contactName, email: contactEmail },
    url: helpUrl({ contactId, vaultId, linkVersion }),
  }));
}

/** An erased account is deleted with the last of its vaults. */
async function endVault(tx: Transaction, vault: Vault, now: Date): Promise<void> {
  await returnSlot(tx, vault.userId);
  if (vault.state === "delivered") await countDelivered(tx, [vault.userId], -1);
  await deleteVault(tx, vault.id, now);
  const left = await tx.$count(memories, eq(memories.userId, vault.userId));
  if (left > 0) return;
  const [owner] = await tx.select({ erasedAt: profiles.erasedAt }).from(profiles).where(eq(profiles.id, vault.userId));
  if (owner?.erasedAt) await tx.delete(profiles).where(eq(profiles.id, vault.userId));
}
