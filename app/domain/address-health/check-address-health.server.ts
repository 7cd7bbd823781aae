import { setTimeout as pause } from "node:timers/promises";
import { addMinutes, subDays, subMinutes } from "date-fns";
import { and, asc, eq, gt, inArray, isNull, lt, lte, or } from "drizzle-orm";
import { wakeSender } from "~/domain/outbox/message.server";
import { DELIVERABLE_STATES } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { checkMailDomain, type DomainStatus } from "~/services/mail-domain.server";
import { memories, profiles } from "~db/schema";
import {
  type LookedAt,
  writeAnnualLetter,
  writeStillRight,
  writeTrouble,
  writeVerifyReminder,
} from "./address-mails.server";
import { drawAddressStatus, listAddresses, noteOfAddress } from "./addresses.server";
import { type CareKind, nextStepAt, stepsBetween } from "./check-dates";
import { lookAtContent } from "./content-status.server";

/** How many vaults are looked up at once. */
const BATCH = 500;
/** How many rows one transaction locks: their delivery waits for no longer than that takes. */
const AT_ONCE = 50;
/** For how long what the domain name system said is believed, in days. */
const VERDICT_DAYS = 7;
/** Whoever confirmed or corrected an address within this many days is not asked about it. */
const FRESH_DAYS = 180;

const AROUND_DELIVERY_MINUTES = 10;

type VaultRow = typeof memories.$inferSelect;
type Profile = typeof profiles.$inferSelect;
/** Domains that were asked about on this round. */
type DomainStatuses = Map<string, Promise<DomainStatus>>;

/**
 * Looks after every waiting vault whose next step is due: its addresses are looked at, and its sender gets the mails of
 * that step, one of each kind for all of their vaults whose step is the same. After any downtime what was missed is done
 * once. May run at any time, on several machines at once, and be killed anywhere: a step is done when the transaction
 * that writes its mails sets the next.
 */
export async function checkAddressHealth(now = clock.now()): Promise<void> {
  const statuses: DomainStatuses = new Map();
  for (let after: Due | undefined; ; ) {
    const due: Due[] = await findDue(now, after);
    for (const { userId, ids } of groupsOf(due)) {
      const begunAt = performance.now();
      await checkSender(userId, ids, statuses, now).catch((error: unknown) =>
        log.error({ err: error, userId }, "waiting vaults could not be looked after; the next round tries again"),
      );
      // After a long time away it is much, and none of it is urgent: half of the time is left to what is.
      await pause(performance.now() - begunAt);
    }
    after = due.at(-1);
    if (due.length < BATCH) return;
  }
}

type Due = { id: string; userId: string; nextCheckAt: Date | null };

function findDue(now: Date, after: Due | undefined): Promise<Due[]> {
  const { nextCheckAt, userId, id } = memories;
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
    .where(and(lte(nextCheckAt, now), isNotBeingDelivered(now), beyond))
    .orderBy(asc(nextCheckAt), asc(userId), asc(id))
    .limit(BATCH);
}

/** Nothing holds up what is about to be delivered: its row is not locked in the minutes around its instant. */
function isNotBeingDelivered(now: Date) {
  const { deliveryAt } = memories;
  return or(
    isNull(deliveryAt),
    lt(deliveryAt, subMinutes(now, AROUND_DELIVERY_MINUTES)),
    gt(deliveryAt, addMinutes(now, AROUND_DELIVERY_MINUTES)),
  );
}

/** A sender's vaults that are due, as many at a time as one transaction takes. */
function groupsOf(due: Due[]): { userId: string; ids: string[] }[] {
  const bySender = new Map<string, string[]>();
  for (const { id, userId } of due) bySender.set(userId, [...(bySender.get(userId) ?? []), id]);
  return [...bySender].flatMap(([userId, ids]) =>
    Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, index) => ({
      userId,
      ids: ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
    })),
  );
}

async function checkSender(userId: string, ids: string[], statuses: DomainStatuses, now: Date): Promise<void> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, userId));
  if (!profile) throw new Error("Waiting vaults have no owner.");
  const before = await db.select().from(memories).where(inArray(memories.id, ids));
  const findings = new Map<string, Findings>();
  for (const vault of before.filter(isWaiting)) findings.set(vault.id, await lookAround(profile, vault, statuses, now));
  const messageIds = await inTransaction((tx) => conclude(tx, profile, ids, findings, now));
  await wakeSender(...messageIds);
}

type Findings = { seen: VaultRow; statuses: Map<string, DomainStatus>; content: LookedAt["content"] };

/** What takes its time or leaves this machine: before the transaction, and without consequence if that finds all changed. */
async function lookAround(profile: Profile, vault: VaultRow, statuses: DomainStatuses, now: Date): Promise<Findings> {
  const stale = (await listAddresses(db, vault, profile)).filter(
    ({ known }) => !known?.domainCheckedAt || known.domainCheckedAt < subDays(now, VERDICT_DAYS),
  );
  const found = await Promise.all(
    stale.map(async ({ email }) => [email, await statusOfDomain(email, statuses)] as const),
  );
  const isLetterDue = dueSteps(profile, vault, now).has("annual_letter");
  return { seen: vault, statuses: new Map(found), content: isLetterDue ? await lookAtContent(vault) : undefined };
}

function statusOfDomain(email: string, statuses: DomainStatuses): Promise<DomainStatus> {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const status = statuses.get(domain) ?? checkMailDomain(email);
  statuses.set(domain, status);
  return status;
}

async function conclude(
  tx: Transaction,
  profile: Profile,
  ids: string[],
  findings: Map<string, Findings>,
  now: Date,
): Promise<string[]> {
  const vaults = await tx
    .select()
    .from(memories)
    .where(and(inArray(memories.id, ids), lte(memories.nextCheckAt, now)))
    .orderBy(asc(memories.id))
    .for("update");
  const due: Record<CareKind, LookedAt[]> = { check: [], still_right: [], annual_letter: [], verify: [] };
  for (const vault of vaults) {
    const found = findings.get(vault.id);
    if (!isWaiting(vault)) await tx.update(memories).set({ nextCheckAt: null }).where(eq(memories.id, vault.id));
    // What changed since it was looked at is due still, and looked at again on the next round.
    if (!isWaiting(vault) || !found || isChanged(vault, found.seen)) continue;
    for (const [email, domainStatus] of found.statuses) {
      if (domainStatus === "unknown") continue;
      await noteOfAddress(tx, vault.id, email, { domainStatus, domainCheckedAt: now });
    }
    const status = await drawAddressStatus(tx, vault, profile, now);
    await tx
      .update(memories)
      .set({ nextCheckAt: nextStepAt(factsOf(profile, vault), now) })
      .where(eq(memories.id, vault.id));
    const steps = dueSteps(profile, vault, now);
    if (steps.size === 0) continue;
    const addresses = await listAddresses(tx, vault, profile);
    for (const [kind] of steps) due[kind].push({ vault, addresses, status, content: found.content });
  }
  return writeMails(tx, profile, due, now);
}

async function writeMails(
  tx: Transaction,
  profile: Profile,
  due: Record<CareKind, LookedAt[]>,
  now: Date,
): Promise<string[]> {
  // The vault, and the instant at which this step was set: the same step makes the same message.
  const keyOf = (found: LookedAt[]) => `${found[0]?.vault.id}:${found[0]?.vault.nextCheckAt?.getTime()}`;
  const asked = due.still_right.filter(({ addresses }) => !addresses.every(({ known }) => isFresh(known, now)));
  return [
    ...(await writeTrouble(tx, profile, due.check, keyOf(due.check), now)),
    ...(await writeStillRight(tx, profile, asked, { key: keyOf(asked), askedAt: now }, now)),
    ...(due.annual_letter.length > 0
      ? await writeAnnualLetter(tx, profile, due.annual_letter, keyOf(due.annual_letter), now)
      : []),
    ...(due.verify.length > 0 ? await writeVerifyReminder(tx, profile, due.verify, keyOf(due.verify), now) : []),
  ];
}

function isWaiting({ state, deliveryAt }: VaultRow): boolean {
  return DELIVERABLE_STATES.some((waiting) => waiting === state) && deliveryAt !== null;
}

function isChanged(vault: VaultRow, seen: VaultRow): boolean {
  return vault.updatedAt.getTime() !== seen.updatedAt.getTime() || vault.recipientEmail !== seen.recipientEmail;
}

/** The steps that became due since the vault was looked after last, one of each kind, with the last of its instants. */
function dueSteps(profile: Profile, vault: VaultRow, now: Date): Map<CareKind, Date> {
  const since = Math.max(vault.nextCheckAt?.getTime() ?? now.getTime(), vault.createdAt.getTime());
  return new Map(stepsBetween(factsOf(profile, vault), new Date(since), now).map(({ kind, at }) => [kind, at]));
}

function factsOf(profile: Profile, { createdAt, deliveryAt }: VaultRow) {
  return { createdAt, deliveryAt: deliveryAt ?? createdAt, senderSince: profile.createdAt };
}

function isFresh(
  known: { answer: string | null; answeredAt: Date | null; saidRightAt: Date | null } | undefined,
  now: Date,
) {
  const since = subDays(now, FRESH_DAYS);
  if (known?.answer === "confirmed" && known.answeredAt && known.answeredAt > since) return true;
  return known?.saidRightAt ? known.saidRightAt > since : false;
}
