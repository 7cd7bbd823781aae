import { addMilliseconds } from "date-fns";
import { and, asc, inArray } from "drizzle-orm";
import { wakeSender } from "~/domain/outbox/message.server";
import { addresseesOf } from "~/domain/recipients/addressees.server";
import { findBlocked } from "~/domain/recipients/block-sender.server";
import type { VaultRow } from "~/domain/vault/delivery-rows.server";
import { sendersOf } from "~/domain/vault/sender.server";
import { transitionDeliveries, transitionVaults } from "~/domain/vault/transition.server";
import { DELIVERABLE_STATES, isDeliverable } from "~/domain/vault/vault";
import { createBatcher } from "~/services/batcher.server";
import * as clock from "~/services/clock.server";
import { databaseNow, db, inTransaction, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { wakeAll } from "~/services/jobs.server";
import { log } from "~/services/log.server";
import { deliveries, memories } from "~db/schema";
import { findDueVaults } from "./find-due.server";
import { settleVaultStatuses } from "./settle-vault-status.server";
import { writeDeliveryMails } from "./write-delivery-mails.server";

/** How far the queue's clock may be ahead of the database's. The task then runs again soon. */
const NEARLY_MS = 5_000;
const AGAIN_AFTER_MS = 200;
/** Vaults per transaction. */
const AT_ONCE = 25;
/** From this batch size on, other due vaults are added. */
const SEVERAL = 5;
/** No others are added for this long after a failed batch. */
const BACKOFF_MS = 60_000;
/** Letters per batch, in bytes: statements have a size limit. */
const BYTES_AT_ONCE = 1_000_000;

/**
 * Writes one delivery and one message per recipient, in one transaction. Due at `given`, or now by the database's
 * clock: a machine with a fast clock delivers nothing early. Idempotent: does nothing for a vault that is not due,
 * cancelled or delivered already, or whose sender is not verified.
 */
export async function deliverVault(vaultId: string, given?: Date): Promise<void> {
  await wakeSender(...(await deliverAlone(vaultId, given)));
}

/** `isLeft`: this vault was left out. */
type BatchResult = { messageIds: string[]; isLeft: boolean };

/**
 * Calls during a transaction share the next batch; a large one adds other due vaults (docs/decisions/0028). Call
 * `deliverAlone` for vaults left out. The messages, also of other vaults, are not enqueued yet.
 */
export const deliverTogether: (vaultId: string) => Promise<BatchResult> = createBatcher(
  async (vaultIds) => {
    const waiting = await findWaiting(vaultIds);
    const { messageIds, looked } = await deliverGroup(waiting);
    return vaultIds.map((id, index) => ({
      messageIds: index === 0 ? messageIds : [],
      isLeft: waiting.includes(id) && !looked.includes(id),
    }));
  },
  { atMost: AT_ONCE, everyMs: 25 },
);

let backoffUntil = Number.NEGATIVE_INFINITY;

async function deliverGroup(waiting: string[]): Promise<{ messageIds: string[]; looked: string[] }> {
  const looksFurther = waiting.length >= SEVERAL && performance.now() > backoffUntil;
  const due = looksFurther ? await findDueVaults(clock.now(), AT_ONCE) : [];
  const ids = [...new Set([...waiting, ...due.map(({ id }) => id)])];
  if (ids.length < 2) return { messageIds: [], looked: [] };
  try {
    const { messageIds, found, now } = await inTransaction((tx) => deliver(tx, ids, undefined, SKIPPING));
    await wakeNearlyDue(found, now);
    return { messageIds, looked: found.map(({ id }) => id) };
  } catch (error) {
    backoffUntil = performance.now() + BACKOFF_MS;
    log.warn({ err: error, vaults: ids.length }, "a batch of vaults could not be delivered");
    return { messageIds: [], looked: [] };
  }
}

async function findWaiting(vaultIds: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: memories.id })
    .from(memories)
    .where(and(inArray(memories.id, vaultIds), inArray(memories.state, [...DELIVERABLE_STATES])));
  return rows.map(({ id }) => id);
}

/** Waits for the vault's lock. The messages are not enqueued yet. */
export async function deliverAlone(vaultId: string, given?: Date): Promise<string[]> {
  const { messageIds, found, now } = await inTransaction((tx) => deliver(tx, [vaultId], given));
  await wakeNearlyDue(found, now);
  return messageIds;
}

async function wakeNearlyDue(found: VaultRow[], now: Date): Promise<void> {
  const nearly = found.filter((vault) => isDue(vault, addMilliseconds(now, NEARLY_MS)) && !isDue(vault, now));
  const runAt = addMilliseconds(clock.now(), AGAIN_AFTER_MS);
  await wakeAll(
    "deliver_vault",
    nearly.map(({ id }) => ({ id, payload: { vaultId: id }, runAt })),
  );
}

const SKIPPING = { skipLocked: true } as const;

/** A batch skips locked vaults, boards, and whatever exceeds its size. */
async function deliver(
  tx: Transaction,
  vaultIds: string[],
  given: Date | undefined,
  locking: typeof SKIPPING | { skipLocked?: undefined } = {},
): Promise<{ messageIds: string[]; found: VaultRow[]; now: Date }> {
  const now = given ?? (await databaseNow(tx));
  const rows = await tx
    .select()
    .from(memories)
    .where(inArray(memories.id, vaultIds))
    .orderBy(asc(memories.id))
    .for("update", locking);
  const found = locking.skipLocked ? fitting(rows) : rows;
  const due = found.filter((vault) => isDue(vault, now));
  if (due.length === 0) return { messageIds: [], found, now };
  const senderOf = await sendersOf(tx, due);
  const leaving = due.filter((vault) => senderOf(vault).emailVerifiedAt);
  const addressed: Addressed[] = [];
  for (const vault of leaving) {
    const { fullName, email: senderEmail } = senderOf(vault);
    for (const { name, email, isGuest } of await addresseesOf(tx, vault, { name: fullName, email: senderEmail })) {
      addressed.push({ vault, senderName: fullName, senderId: vault.userId, recipient: email, name, isGuest });
    }
  }
  const ids = leaving.map(({ id }) => id);
  await transitionVaults(tx, ids, "due", now);
  return { messageIds: await beginDeliveries(tx, addressed, now), found, now };
}

function fitting(vaults: VaultRow[]): VaultRow[] {
  let bytes = 0;
  return vaults.filter(({ isMemoryBoard, messageEncrypted: { length } }) => {
    if (isMemoryBoard || bytes + length > BYTES_AT_ONCE) return false;
    bytes += length;
    return true;
  });
}

function isDue(vault: VaultRow, now: Date): boolean {
  return isDeliverable(vault) && vault.deliveryAt !== null && vault.deliveryAt <= now;
}

/** `recipient` is an email. */
type Addressed = {
  vault: VaultRow;
  senderName: string;
  senderId: string;
  recipient: string;
  name: string;
  isGuest: boolean | undefined;
};

/** Recipients who blocked the sender get no message. */
async function beginDeliveries(tx: Transaction, addressed: Addressed[], now: Date): Promise<string[]> {
  if (addressed.length === 0) return [];
  const blockedOnes = await findBlocked(tx, addressed);
  const all = addressed.map((one) => ({ ...one, isBlocked: blockedOnes.has(one), row: rowOf(one, now) }));
  const wanted = all.filter(({ isBlocked }) => !isBlocked);
  const messageIds = await writeDeliveryMails(
    tx,
    wanted.map(({ vault, senderName, row, isGuest }) => ({ vault, senderName, delivery: row, isGuest })),
    now,
  );
  const messageOf = new Map(wanted.map(({ row }, index) => [row.id, messageIds[index]]));
  await tx.insert(deliveries).values(all.map(({ row }) => ({ ...row, messageId: messageOf.get(row.id) ?? null })));
  const blocked = all.filter(({ isBlocked }) => isBlocked).map(({ row }) => row);
  await transitionDeliveries(tx, blocked, "blocked", now);
  // A vault whose recipients all blocked the sender is settled at once.
  const unsent = all.filter(({ vault }) => !wanted.some((one) => one.vault.id === vault.id)).map(({ vault }) => vault);
  const undelivered = [
    ...new Map(unsent.map((vault) => [vault.id, { ...vault, state: "delivering" as const }])).values(),
  ];
  return [...messageIds, ...(await settleVaultStatuses(tx, undelivered, now))];
}

function rowOf({ vault, name, recipient }: Addressed, now: Date) {
  return {
    id: createId(),
    vaultId: vault.id,
    senderId: vault.userId,
    type: vault.type,
    deliveryAt: vault.deliveryAt ?? now,
    recipientName: name,
    recipientEmail: recipient,
    linkVersion: 0,
    state: "queued" as const,
    createdAt: now,
    updatedAt: now,
  };
}
