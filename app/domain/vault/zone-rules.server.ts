import { and, asc, eq, gt, inArray, lt, lte } from "drizzle-orm";
import { ownerOfSent } from "~/domain/account/list-owner.server";
import { deliveryInstant, isTimeZone } from "~/domain/calendar/delivery-date";
import { db, inTransaction, lookAfterCommit, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { memories, searchTerms } from "~db/schema";
import { NEVER } from "~db/schema/columns";

const BATCH = 500;

/** Editions of the tz database, such as `2026b`, sort by their names. */
export type ZoneRules = { edition: string; instant: typeof deliveryInstant };
export const CURRENT_RULES: ZoneRules = { edition: process.versions.tz ?? "", instant: deliveryInstant };

type VaultRow = typeof memories.$inferSelect;

/**
 * A vault is promised for an hour on the wall clock, so a new edition of the tz database moves its instant; an older
 * one never does. Each row stores its edition, so that an interrupted run can resume. Rows that fail are logged and
 * keep their instants.
 */
export async function recomputeDeliveryTimes(rules = CURRENT_RULES, signal?: AbortSignal): Promise<void> {
  let [seen, updated] = [0, 0];
  for (let after = ""; ; ) {
    const rows = await db
      .select()
      .from(memories)
      .where(and(lt(memories.waitingEdition, rules.edition), gt(memories.id, after)))
      .orderBy(asc(memories.id))
      .limit(BATCH);
    const moved = rows.filter((row) => instantBy(rules, row)?.getTime() !== row.deliveryAt?.getTime());
    for (const { id } of moved) if (await updateInstant(id, rules)) updated += 1;
    await markEdition(
      rows.filter((row) => !moved.includes(row)),
      rules,
    );
    seen += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH || signal?.aborted) break;
    after = last.id;
  }
  if (seen > 0) log.info({ edition: rules.edition, seen, updated }, "recomputed delivery times for a new tz database");
}

/** The stored instant where the zone is unknown: better an hour off than lost. */
function instantBy({ instant }: ZoneRules, vault: VaultRow): Date | null {
  const { id, deliveryDate, deliveryHour, deliveryZone, deliveryMinute, deliveryAt } = vault;
  if (deliveryDate === null) return deliveryAt;
  const at = instant(deliveryDate, deliveryHour, deliveryZone, deliveryMinute);
  // Most instants stay the same, and looking up the zone costs ten times as much.
  if (at.getTime() === deliveryAt?.getTime() || isTimeZone(deliveryZone)) return at;
  log.error({ vaultId: id, deliveryZone }, "the time zone of a vault is unknown; its delivery time stays");
  return deliveryAt;
}

/** Rows that changed meanwhile stay for the next run. */
async function markEdition(rows: VaultRow[], { edition }: ZoneRules): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const last = new Date(Math.max(...rows.map(({ updatedAt }) => updatedAt.getTime())));
  await db
    .update(memories)
    .set({ zoneEdition: edition })
    .where(and(inArray(memories.id, ids), lt(memories.waitingEdition, edition), lte(memories.updatedAt, last)));
}

/** Reads the row again under its lock. Returns whether its instant moved. */
async function updateInstant(id: string, rules: ZoneRules): Promise<boolean> {
  const isOlder = and(eq(memories.id, id), lt(memories.waitingEdition, rules.edition));
  try {
    return await inTransaction(async (tx) => {
      const [vault] = await tx.select().from(memories).where(isOlder).for("update");
      return vault ? (await followRules(tx, vault, rules)) !== vault.deliveryAt : false;
    });
  } catch (error) {
    log.error({ err: error, vaultId: id }, "the delivery time of a vault could not be updated; it stays");
    return false;
  }
}

/** Returns the instant by these rules, and stores it for a row of an older edition. The caller has locked the row. */
export async function followRules(tx: Transaction, vault: VaultRow, rules = CURRENT_RULES): Promise<Date | null> {
  if (vault.zoneEdition >= rules.edition) return vault.deliveryAt;
  const instant = instantBy(rules, vault);
  const isMoved = instant?.getTime() !== vault.deliveryAt?.getTime();
  await tx
    .update(memories)
    .set({
      zoneEdition: rules.edition,
      ...(isMoved && { deliveryAt: instant, nextCheckAt: checkBefore(vault, instant) }),
    })
    .where(eq(memories.id, vault.id));
  if (!isMoved || !instant) return vault.deliveryAt;
  const own = and(eq(searchTerms.vaultId, vault.id), eq(searchTerms.owner, ownerOfSent(vault.userId)));
  await tx.update(searchTerms).set({ deliveryAt: instant }).where(own);
  lookAfterCommit(tx, "deliver_due");
  return instant;
}

/** Address checks count back from the delivery, so they move with it, and an earlier one is not missed. */
function checkBefore({ nextCheckAt, deliveryAt }: VaultRow, instant: Date | null): Date | null {
  const earlierByMs = (deliveryAt?.getTime() ?? 0) - (instant?.getTime() ?? 0);
  if (!nextCheckAt || nextCheckAt <= NEVER || earlierByMs <= 0) return nextCheckAt;
  return new Date(nextCheckAt.getTime() - earlierByMs);
}
