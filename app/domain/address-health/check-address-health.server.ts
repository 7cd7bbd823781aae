import { setTimeout as pause } from "node:timers/promises";
import { addHours, addMinutes, subDays, subMinutes } from "date-fns";
import { and, asc, eq, gt, inArray, isNull, lt, lte, max, or } from "drizzle-orm";
import type { EventKind } from "~/domain/vault/events";
import { isDeliverable } from "~/domain/vault/vault";
import { endVault } from "~/domain/writing/seal-or-cancel.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { checkMailDomain, type DomainStatus } from "~/services/mail-domain.server";
import { deliveryEvents, erasures, legacyContacts, memories, profiles } from "~db/schema";
import {
  type CheckedVault,
  writeAnnualLetter,
  writeStillRight,
  writeTrouble,
  writeVerifyReminder,
} from "./address-mails.server";
import { statusOfAddress } from "./address-status";
import { type Address, listAddresses, saveAddressHealth, updateAddressStatus } from "./addresses.server";
import {
  type CheckFacts,
  type CheckKind,
  END_NOTICE_DAYS,
  endNear,
  isOver,
  nextStepAt,
  stepsBetween,
} from "./check-dates";
import { checkContent } from "./content-status.server";
import { listLegacyAddresses, listOtherAddresses } from "./other-addresses.server";

/** Vaults per read. */
const BATCH = 500;
/** Rows locked per transaction. */
const VAULTS_AT_ONCE = 50;
/** In days: how long a DNS result is kept. */
const DNS_RESULT_DAYS = 7;
/** An address confirmed within this many days is not asked about. */
const FRESH_DAYS = 180;

const AROUND_DELIVERY_MINUTES = 10;

type VaultRow = typeof memories.$inferSelect;
type Profile = typeof profiles.$inferSelect;
type DomainStatuses = Map<string, Promise<DomainStatus>>;

/**
 * One mail of each kind per sender. After a downtime missed steps are done once. Safe to kill and to run on several
 * machines: the transaction that writes the mails also sets the next step.
 */
export async function checkAddressHealth(now = clock.now(), signal?: AbortSignal): Promise<void> {
  const statuses: DomainStatuses = new Map();
  for (let after: Due | undefined; ; ) {
    const due: Due[] = await findDue(now, after);
    for (const { userId, ids } of groupsOf(due)) {
      if (signal?.aborted) return;
      const begunAt = performance.now();
      await checkSender(userId, ids, statuses, now).catch(async (error: unknown) => {
        log.error({ err: error, userId }, "waiting vaults could not be checked; they are tried again in an hour");
        await db
          .update(memories)
          .set({ checkRetryAt: addHours(now, 1) })
          .where(and(inArray(memories.id, ids), lte(memories.nextCheckAt, now)));
      });
      // A backlog after downtime is not urgent, so it uses at most half of the time.
      await pause(performance.now() - begunAt);
    }
    after = due.at(-1);
    if (due.length < BATCH) return;
  }
}

type Due = { id: string; userId: string; nextCheckAt: Date | null };

function findDue(now: Date, after: Due | undefined): Promise<Due[]> {
  const { nextCheckAt, checkRetryAt, userId, id } = memories;
  const at = after?.nextCheckAt;
  const beyond =
    after && at
      ? or(
          gt(nextCheckAt, at),
          and(eq(nextCheckAt, at), or(gt(userId, after.userId), and(eq(userId, after.userId), gt(id, after.id)))),
        )
      : undefined;
  return db
    .select({ id, userId, nextCheckAt })
    .from(memories, { forceIndex: "memories_check" })
    .where(
      and(lte(nextCheckAt, now), or(isNull(checkRetryAt), lte(checkRetryAt, now)), isNotBeingDelivered(now), beyond),
    )
    .orderBy(asc(nextCheckAt), asc(userId), asc(id))
    .limit(BATCH);
}

/** Rows are not locked in the minutes around their delivery. */
function isNotBeingDelivered(now: Date) {
  const { deliveryAt } = memories;
  return or(
    isNull(deliveryAt),
    lt(deliveryAt, subMinutes(now, AROUND_DELIVERY_MINUTES)),
    gt(deliveryAt, addMinutes(now, AROUND_DELIVERY_MINUTES)),
  );
}

/** Groups by sender, each for one transaction. */
function groupsOf(due: Due[]): { userId: string; ids: string[] }[] {
  const bySender = new Map<string, string[]>();
  for (const { id, userId } of due) bySender.set(userId, [...(bySender.get(userId) ?? []), id]);
  return [...bySender].flatMap(([userId, ids]) =>
    Array.from({ length: Math.ceil(ids.length / VAULTS_AT_ONCE) }, (_, index) => ({
      userId,
      ids: ids.slice(index * VAULTS_AT_ONCE, (index + 1) * VAULTS_AT_ONCE),
    })),
  );
}

async function checkSender(userId: string, ids: string[], statuses: DomainStatuses, now: Date): Promise<void> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, userId));
  if (!profile) throw new Error("Waiting vaults have no owner.");
  // Not checked while they are to be cancelled with their account. If it stays, the checks are late.
  if ((await db.$count(erasures, and(eq(erasures.userId, userId), eq(erasures.waitingVaults, "cancel")))) > 0) return;
  const before = await db.select().from(memories).where(inArray(memories.id, ids));
  if (before.some(isWaiting)) await checkLegacyContacts(userId, statuses, now);
  const findings = new Map<string, Findings>();
  for (const vault of before.filter(isWaiting))
    findings.set(vault.id, await gatherFindings(profile, vault, statuses, now));
  await inTransaction((tx) => finishCheck(tx, userId, ids, findings, now));
}

type MailsDue = Record<Exclude<CheckKind, "end">, CheckedVault[]>;
type Findings = { seen: VaultRow; statuses: Map<string, DomainStatus>; content: CheckedVault["content"] };

/** DNS and files are slow: read before the transaction, which discards the findings if the vault has changed. */
async function gatherFindings(
  profile: Profile,
  vault: VaultRow,
  statuses: DomainStatuses,
  now: Date,
): Promise<Findings> {
  const own = (await listAddresses(db, vault, profile)).map(({ email, known }) => ({
    email,
    checkedAt: known?.domainCheckedAt ?? null,
  }));
  const stale = [...own, ...(await listOtherAddresses(db, vault))].filter(({ checkedAt }) => isStale(checkedAt, now));
  const found = await Promise.all(
    stale.map(async ({ email }) => [email, await statusOfDomain(email, statuses)] as const),
  );
  const isLetterDue = dueSteps(factsOf(profile, vault), vault, now).has("annual_letter");
  return { seen: vault, statuses: new Map(found), content: isLetterDue ? await checkContent(vault) : undefined };
}

/** Once for all vaults, and without a lock: the domain is that of the email. */
async function checkLegacyContacts(userId: string, statuses: DomainStatuses, now: Date): Promise<void> {
  for (const { id, email, checkedAt } of await listLegacyAddresses(db, userId)) {
    const domainStatus = isStale(checkedAt, now) ? await statusOfDomain(email, statuses) : "unknown";
    if (domainStatus === "unknown") continue;
    await db
      .update(legacyContacts)
      .set({ domainStatus, domainCheckedAt: now })
      .where(and(eq(legacyContacts.id, id), eq(legacyContacts.email, email)));
  }
}

const isStale = (checkedAt: Date | null, now: Date) => !checkedAt || checkedAt < subDays(now, DNS_RESULT_DAYS);

function statusOfDomain(email: string, statuses: DomainStatuses): Promise<DomainStatus> {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const status = statuses.get(domain) ?? checkMailDomain(email);
  statuses.set(domain, status);
  return status;
}

async function finishCheck(
  tx: Transaction,
  userId: string,
  ids: string[],
  findings: Map<string, Findings>,
  now: Date,
): Promise<void> {
  // Their email may have changed while the domains were looked up.
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, userId));
  if (!profile) return;
  const vaults = await tx
    .select()
    .from(memories)
    .where(and(inArray(memories.id, ids), lte(memories.nextCheckAt, now)))
    .orderBy(asc(memories.id))
    .for("update");
  const ended: VaultRow[] = [];
  const due: MailsDue = { check: [], still_right: [], annual_letter: [], verify: [] };
  for (const vault of vaults) {
    const found = findings.get(vault.id);
    if (!isWaiting(vault)) await tx.update(memories).set({ nextCheckAt: null }).where(eq(memories.id, vault.id));
    // A changed vault stays due for the next run.
    if (!isWaiting(vault) || !found || isChanged(vault, found.seen)) continue;
    for (const [email, domainStatus] of found.statuses) {
      if (domainStatus === "unknown") continue;
      await saveAddressHealth(tx, vault.id, email, { domainStatus, domainCheckedAt: now });
    }
    const status = await updateAddressStatus(tx, vault, profile, now);
    const facts = { ...factsOf(profile, vault), scheduledAt: await scheduledAt(tx, vault) };
    const steps = dueSteps(facts, vault, now);
    // A change reschedules the check, so the end is announced again.
    if (isOver(facts, now) && (await wasChangedLately(tx, vault, now))) steps.set("verify", now);
    await tx
      .update(memories)
      .set({ nextCheckAt: nextCheckAfter(facts, steps, now), checkRetryAt: null })
      .where(eq(memories.id, vault.id));
    if (isOver(facts, now) && !steps.has("verify")) ended.push(vault);
    if (steps.size === 0) continue;
    const addresses = await listAddresses(tx, vault, profile);
    const others = await listOtherAddresses(tx, vault);
    for (const [kind] of steps)
      if (kind !== "end") due[kind].push({ vault, addresses, others, status, content: found.content });
  }
  await writeMails(tx, profile, due, now);
  for (const vault of ended) await endVault(tx, vault, now);
}

async function writeMails(tx: Transaction, profile: Profile, due: MailsDue, now: Date): Promise<void> {
  // The same step has the same key.
  const keyOf = (found: CheckedVault[]) => `${found[0]?.vault.id}:${found[0]?.vault.nextCheckAt?.getTime()}`;
  const asked = due.still_right.filter(({ addresses }) => !addresses.every(({ known }) => isFresh(known, now)));
  if (due.verify.length > 0) await writeVerifyReminder(tx, profile, due.verify, keyOf(due.verify), now);
  // To an unverified address, which may be someone else's, no names, titles or addresses are sent.
  if (!profile.emailVerifiedAt) return;
  const isAnyTold = due.check.length + due.annual_letter.length > 0;
  const contacts = isAnyTold ? await listLegacyAddresses(tx, profile.id) : [];
  if (due.check.length > 0) await writeTrouble(tx, profile, due.check, { key: keyOf(due.check), contacts }, now);
  await writeStillRight(tx, profile, asked, { key: keyOf(asked), askedAt: now }, now);
  if (due.annual_letter.length > 0)
    await writeAnnualLetter(tx, profile, due.annual_letter, { key: keyOf(due.annual_letter), contacts }, now);
}

/** The end of a vault waits for its notice, also after a downtime. */
function nextCheckAfter(facts: CheckFacts, steps: Map<CheckKind, Date>, now: Date): Date | null {
  if (steps.has("verify") && isOver(facts, now)) return endNear(facts.deliveryAt, now) ?? null;
  return nextStepAt(facts, now);
}

const CHANGES = ["scheduled", "changed", "sealed", "address_changed"] as const satisfies EventKind[];

/** Whether its sender changed it. What guests add to a board does not count. */
async function wasChangedLately(tx: Transaction, { id }: VaultRow, now: Date): Promise<boolean> {
  const { vaultId, kind, at } = deliveryEvents;
  const isLate = gt(at, subDays(now, END_NOTICE_DAYS));
  return (await tx.$count(deliveryEvents, and(eq(vaultId, id), inArray(kind, [...CHANGES]), isLate))) > 0;
}

/** Undefined for vaults of verified senders, whose steps do not depend on it. */
async function scheduledAt(tx: Transaction, { id, isSenderVerified }: VaultRow): Promise<Date | undefined> {
  if (isSenderVerified) return undefined;
  const { vaultId, kind, at } = deliveryEvents;
  const [scheduled] = await tx
    .select({ at: max(at) })
    .from(deliveryEvents)
    .where(and(eq(vaultId, id), eq(kind, "scheduled")));
  return scheduled?.at ?? undefined;
}

function isWaiting(vault: VaultRow): boolean {
  return isDeliverable(vault) && vault.deliveryAt !== null;
}

function isChanged(vault: VaultRow, seen: VaultRow): boolean {
  return vault.updatedAt.getTime() !== seen.updatedAt.getTime() || vault.recipientEmail !== seen.recipientEmail;
}

/** Due since the last check, the latest of each kind. */
function dueSteps(facts: CheckFacts, { nextCheckAt, createdAt }: VaultRow, now: Date): Map<CheckKind, Date> {
  const since = Math.max(nextCheckAt?.getTime() ?? now.getTime(), createdAt.getTime());
  return new Map(stepsBetween(facts, new Date(since), now).map(({ kind, at }) => [kind, at]));
}

function factsOf(profile: Profile, { createdAt, deliveryAt, isSenderVerified }: VaultRow): CheckFacts {
  return { createdAt, deliveryAt: deliveryAt ?? createdAt, senderSince: profile.createdAt, isSenderVerified };
}

function isFresh(known: Address["known"], now: Date): boolean {
  const since = subDays(now, FRESH_DAYS);
  if (known?.answeredAt && known.answeredAt > since && statusOfAddress(known) === "confirmed") return true;
  return known?.saidRightAt ? known.saidRightAt > since : false;
}
