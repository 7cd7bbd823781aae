import { and, asc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import { deliveryInstant } from "~/domain/calendar/delivery-date";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { installationFacts, memories, searchTerms } from "~db/schema";
import { ownerOfSent } from "./search-terms.server";
import { DELIVERABLE_STATES } from "./vault";
import { wakeDelivery } from "./wake-delivery.server";

const FACT = "zone_rules";
const BATCH = 500;

/** The time zones' rules as this process knows them: their edition, and the instant of a wall clock's time by them. */
export type ZoneRules = { edition: string; instant: typeof deliveryInstant };
const OURS: ZoneRules = { edition: process.versions.tz ?? process.version, instant: deliveryInstant };

/**
 * Parliaments change clocks. A vault was promised for an hour on a wall clock, so when the rules come in another
 * edition than the one that the waiting vaults' instants follow, those are computed anew. Does nothing while the
 * edition is the same. Whenever it is cut off, the next run begins again; it may run on several machines at once.
 */
export async function recomputeDeliveryTimes(now = clock.now(), rules = OURS): Promise<void> {
  const [fact] = await db.select().from(installationFacts).where(eq(installationFacts.name, FACT));
  if (fact?.value === rules.edition) return;
  let moved = 0;
  for (let after = ""; ; ) {
    const rows = await db
      .select()
      .from(memories)
      .where(and(gt(memories.id, after), waiting))
      .orderBy(asc(memories.id))
      .limit(BATCH);
    for (const row of rows) {
      if (instantBy(rules, row)?.getTime() === row.deliveryAt?.getTime()) continue;
      if (await moveInstant(row.id, rules, now)) moved += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) break;
    after = last.id;
  }
  const values = { name: FACT, value: rules.edition, updatedAt: now };
  await db.insert(installationFacts).values(values).onDuplicateKeyUpdate({ set: values });
  log.info({ edition: rules.edition, before: fact?.value, moved }, "the vaults follow these zone rules");
}

const waiting = and(inArray(memories.state, [...DELIVERABLE_STATES]), isNotNull(memories.deliveryDate));

type VaultTime = Pick<
  typeof memories.$inferSelect,
  "deliveryDate" | "deliveryHour" | "deliveryMinute" | "deliveryZone"
>;

function instantBy({ instant }: ZoneRules, vault: VaultTime): Date | undefined {
  const { deliveryDate, deliveryHour, deliveryZone, deliveryMinute } = vault;
  return deliveryDate === null ? undefined : instant(deliveryDate, deliveryHour, deliveryZone, deliveryMinute);
}

/** Decides again with the row locked: it may have been edited, cancelled or delivered meanwhile. */
async function moveInstant(id: string, rules: ZoneRules, now: Date): Promise<boolean> {
  const deliveryAt = await inTransaction(async (tx) => {
    const [vault] = await tx
      .select()
      .from(memories)
      .where(and(eq(memories.id, id), waiting))
      .for("update");
    const instant = vault && instantBy(rules, vault);
    if (!instant || instant.getTime() === vault.deliveryAt?.getTime()) return undefined;
    await tx.update(memories).set({ deliveryAt: instant }).where(eq(memories.id, id));
    const own = and(eq(searchTerms.vaultId, id), eq(searchTerms.owner, ownerOfSent(vault.userId)));
    await tx.update(searchTerms).set({ deliveryAt: instant }).where(own);
    return instant;
  });
  if (deliveryAt) await wakeDelivery(id, deliveryAt, now);
  return deliveryAt !== undefined;
}
