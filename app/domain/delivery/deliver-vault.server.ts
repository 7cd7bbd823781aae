import { addSeconds } from "date-fns";
import { asc, eq, inArray, lte } from "drizzle-orm";
import { trustedNow } from "~/domain/clock/clock-check.server";
import { addresseesOf } from "~/domain/recipients/addressees.server";
import { findBlocked } from "~/domain/recipients/block-sender.server";
import type { VaultRow } from "~/domain/vault/delivery-rows.server";
import { recordEvent } from "~/domain/vault/history.server";
import { sendersOf, type VaultSender } from "~/domain/vault/sender.server";
import { transitionDeliveries, transitionVaults } from "~/domain/vault/transition.server";
import { isDeliverable } from "~/domain/vault/vault";
import { followRules } from "~/domain/vault/zone-rules.server";
import { databaseNow, inTransaction, type Transaction } from "~/services/db.server";
import { deriveId } from "~/services/id.server";
import { log } from "~/services/log.server";
import { deliveries, memories } from "~db/schema";
import { notifyBlocked } from "./notify-sender.server";
import { settleVaultStatuses } from "./settle-vault-status.server";
import { writeDeliveryMails } from "./write-delivery-mails.server";

/** Per transaction. */
const VAULTS_AT_ONCE = 25;
/** Of a board, per transaction. */
export const ADDRESSEES_AT_ONCE = 100;
/** Letters per batch, in bytes: statements have a size limit. */
const BYTES_AT_ONCE = 1_000_000;

/**
 * Writes one delivery and one message per recipient, in one transaction; for a board, in one for each hundred. What is
 * due is decided by the database's clock, or by `given`: a machine with a fast clock delivers nothing early.
 * Idempotent: does nothing for a vault that is not due, cancelled or delivered already, or whose sender is not
 * verified. Waits for the vault's lock.
 * @throws UntrustedClock when the clocks disagree
 */
export async function deliverVault(vaultId: string, given?: Date): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = await deliver(given, (tx) => lockVault(tx, vaultId));
}

/**
 * Delivers a batch of due vaults, the longest due first. Skips locked ones.
 * @returns the ids of those it found
 */
export async function deliverBatch(given?: Date): Promise<string[]> {
  let found: string[] = [];
  try {
    await deliver(given, async (tx, now) => {
      const vaults = await lockDue(tx, now);
      found = vaults.map(({ id }) => id);
      return vaults;
    });
  } catch (error) {
    if (found.length === 0) throw error;
    log.warn({ err: error, vaults: found.length }, "a batch of vaults could not be delivered");
    for (const id of found) await deliverAlone(id, given);
  }
  return found;
}

/** A vault that also fails by itself is tried again later. */
async function deliverAlone(vaultId: string, given: Date | undefined): Promise<void> {
  try {
    await deliver(given, (tx) => lockVault(tx, vaultId, { skipLocked: true }));
  } catch (error) {
    log.error({ err: error, vaultId }, "a vault could not be delivered");
    await postpone(vaultId, given).catch((cause: unknown) => {
      log.error({ err: cause, vaultId }, "a failed vault could not be rescheduled");
    });
  }
}

function lockVault(tx: Transaction, vaultId: string, locking?: { skipLocked: true }): Promise<VaultRow[]> {
  return tx
    .select()
    .from(memories)
    .where(eq(memories.id, vaultId))
    .for("update", locking ?? {});
}

async function lockDue(tx: Transaction, now: Date): Promise<VaultRow[]> {
  const rows = await tx
    .select()
    .from(memories)
    .where(lte(memories.dueAt, now))
    .orderBy(asc(memories.dueAt))
    .limit(VAULTS_AT_ONCE)
    .for("update", { skipLocked: true });
  return fitting(rows);
}

/** A minute, doubled for each failure, up to six hours. */
const RETRY_SECONDS = { first: 60, longest: 21_600 };
/** After this many failures the owner sees that something is wrong on our side. */
const FAILURES_BEFORE_NOTICE = 4;
const FAILURES_MAX = 100;

async function postpone(vaultId: string, given: Date | undefined): Promise<void> {
  await inTransaction(async (tx) => {
    const [vault] = await lockVault(tx, vaultId, { skipLocked: true });
    const now = given ?? (await databaseNow(tx));
    if (!vault || !needsDeliveries(vault) || isPaused(vault, now)) return;
    const failures = Math.min(FAILURES_MAX, vault.deliveryFailures + 1);
    const seconds = Math.min(RETRY_SECONDS.longest, RETRY_SECONDS.first * 2 ** (failures - 1));
    const deliveryRetryAt = addSeconds(now, seconds);
    await tx.update(memories).set({ deliveryFailures: failures, deliveryRetryAt }).where(eq(memories.id, vaultId));
    if (failures === FAILURES_BEFORE_NOTICE) await recordEvent(tx, { vaultId, kind: "delivery_delayed" }, now);
  });
}

type LockVaults = (tx: Transaction, now: Date) => Promise<VaultRow[]>;

/** The time is read first: a transaction that waits for a second connection could use up the pool. */
async function deliver(given: Date | undefined, lockVaults: LockVaults): Promise<boolean> {
  const now = given ?? (await trustedNow());
  return inTransaction(async (tx) => deliverLocked(tx, await lockVaults(tx, now), now));
}

async function deliverLocked(tx: Transaction, found: VaultRow[], now: Date): Promise<boolean> {
  const senderOf = await sendersOf(tx, found);
  const due: VaultRow[] = [];
  for (const vault of found.filter((one) => isDue(one, now))) {
    // Its zone's rules may have changed since.
    const deliveryAt = vault.hasUnaddressed ? vault.deliveryAt : await followRules(tx, vault);
    if (isDue({ ...vault, deliveryAt }, now)) due.push(vault);
  }
  const unfinished: VaultRow[] = [];
  const addressed: Addressed[] = [];
  const unaddressable: VaultRow[] = [];
  for (const vault of due) {
    const sender = senderOf(vault);
    const known = vault.hasUnaddressed ? await addressedEmails(tx, vault.id) : new Set<string>();
    const all = await addresseesOf(tx, vault, { name: sender.fullName, email: sender.email });
    const left = all.filter(({ email }) => !known.has(email) && !known.has(deliveryIdOf(vault, email)));
    if (all.length === 0 && !vault.hasUnaddressed) unaddressable.push({ ...vault, state: "delivering" });
    if (left.length > ADDRESSEES_AT_ONCE) unfinished.push(vault);
    for (const { name, email, isGuest } of left.slice(0, ADDRESSEES_AT_ONCE)) {
      addressed.push({ vault, sender, senderId: vault.userId, recipient: email, name, isGuest });
    }
  }
  await transitionVaults(
    tx,
    due.filter((vault) => !vault.hasUnaddressed).map(({ id }) => id),
    "due",
    now,
  );
  await beginDeliveries(tx, addressed, unfinished, now);
  await updateUnaddressed(tx, due, unfinished, now);
  // A board whose guests have all left is held: its claim card still opens it.
  await settleVaultStatuses(tx, unaddressable, now);
  return unfinished.length > 0;
}

/** Emails that have a delivery, and the ids of the deliveries, which keep those that were corrected since. */
async function addressedEmails(tx: Transaction, vaultId: string): Promise<Set<string>> {
  const rows = await tx
    .select({ id: deliveries.id, email: deliveries.recipientEmail, firstEmail: deliveries.firstEmail })
    .from(deliveries)
    .where(eq(deliveries.vaultId, vaultId));
  return new Set(rows.flatMap(({ id, email, firstEmail }) => [id, email, firstEmail ?? email]));
}

/** A board stays due until all its people have a delivery, and only then can it be delivered or held. */
async function updateUnaddressed(tx: Transaction, due: VaultRow[], unfinished: VaultRow[], now: Date): Promise<void> {
  const begun = unfinished.filter((vault) => !vault.hasUnaddressed).map(({ id }) => id);
  const ended = due.filter((vault) => vault.hasUnaddressed && !unfinished.includes(vault));
  if (begun.length > 0) await tx.update(memories).set({ hasUnaddressed: true }).where(inArray(memories.id, begun));
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  await tx.update(memories).set({ hasUnaddressed: false }).where(inArray(memories.id, ids));
  await settleVaultStatuses(
    tx,
    ended.map((vault) => ({ ...vault, hasUnaddressed: false })),
    now,
  );
}

/** As many as fit into one batch. A board is one of its own. */
function fitting(vaults: VaultRow[]): VaultRow[] {
  const [first] = vaults;
  if (first?.isMemoryBoard) return [first];
  let bytes = 0;
  return vaults.filter((vault) => {
    const { length } = vault.messageEncrypted;
    if (vault.isMemoryBoard || (vault !== first && bytes + length > BYTES_AT_ONCE)) return false;
    bytes += length;
    return true;
  });
}

const needsDeliveries = (vault: VaultRow) => isDeliverable(vault) || vault.hasUnaddressed;

function isDue(vault: VaultRow, now: Date): boolean {
  if (!vault.isSenderVerified || !needsDeliveries(vault) || isPaused(vault, now)) return false;
  return vault.deliveryAt !== null && vault.deliveryAt <= now;
}

/** While its owner's account ends. A vault that waits after a failure is not paused: a claim card may deliver it. */
function isPaused({ deliveryRetryAt, deliveryFailures }: VaultRow, now: Date): boolean {
  return deliveryRetryAt !== null && deliveryRetryAt > now && deliveryFailures === 0;
}

/** `recipient` is an email. */
type Addressed = {
  vault: VaultRow;
  sender: VaultSender;
  senderId: string;
  recipient: string;
  name: string;
  isGuest: boolean | undefined;
};

/** Recipients who blocked the sender get no message, and the sender is notified. */
async function beginDeliveries(
  tx: Transaction,
  addressed: Addressed[],
  unfinished: VaultRow[],
  now: Date,
): Promise<void> {
  if (addressed.length === 0) return;
  const blockedOnes = await findBlocked(tx, addressed);
  const all = addressed.map((one) => ({ ...one, isBlocked: blockedOnes.has(one), row: rowOf(one, now) }));
  const wanted = all.filter(({ isBlocked }) => !isBlocked);
  const messageIds = await writeDeliveryMails(
    tx,
    wanted.map(({ vault, sender, row, isGuest }) => ({ vault, sender, delivery: row, isGuest })),
    now,
  );
  const messageOf = new Map(wanted.map(({ row }, index) => [row.id, messageIds[index]]));
  await tx.insert(deliveries).values(all.map(({ row }) => ({ ...row, messageId: messageOf.get(row.id) ?? null })));
  const blocked = all.filter(({ isBlocked }) => isBlocked);
  await transitionDeliveries(
    tx,
    blocked.map(({ row }) => row),
    "blocked",
    now,
  );
  for (const { vault, row } of blocked) await notifyBlocked(tx, vault, row, now);
  // A vault whose recipients all blocked the sender is settled at once.
  const isSent = ({ id }: VaultRow) => wanted.some(({ vault, row }) => vault.id === id && !row.isHostCopy);
  const isUnsent = (vault: VaultRow) => !unfinished.includes(vault) && !isSent(vault);
  const unsent = all.map(({ vault }) => vault).filter((vault) => !vault.hasUnaddressed && isUnsent(vault));
  const undelivered = [
    ...new Map(unsent.map((vault) => [vault.id, { ...vault, state: "delivering" as const }])).values(),
  ];
  await settleVaultStatuses(tx, undelivered, now);
}

/** Derived, so that the links in mails that were sent before a restore still open it. A corrected email keeps it. */
export const deliveryIdOf = (vault: Pick<VaultRow, "id">, email: string) => deriveId("delivery", vault.id, email);

function rowOf({ vault, sender, name, recipient }: Addressed, now: Date) {
  return {
    id: deliveryIdOf(vault, recipient),
    vaultId: vault.id,
    senderId: vault.userId,
    isHostCopy: vault.isMemoryBoard && recipient === sender.email,
    type: vault.type,
    deliveryAt: vault.deliveryAt ?? now,
    recipientName: name,
    recipientEmail: recipient,
    linkVersion: 0,
    generation: 0,
    state: "queued" as const,
    createdAt: now,
    updatedAt: now,
  };
}
