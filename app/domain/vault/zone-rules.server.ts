import { and, asc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import { deliveryInstant } from "~/domain/calendar/delivery-date";
import * as clock from "~/services/clock.server";
import { db, inTransaction, lookAfterCommit } from "~/services/db.server";
import { log } from "~/services/log.server";
import { installationFacts, memories, searchTerms } from "~db/schema";
import { ownerOfSent } from "./search-terms.server";
import { DELIVERABLE_STATES } from "./vault";

const FACT = "zone_rules";
const BATCH = 500;

export type ZoneRules = { edition: string; instant: typeof deliveryInstant };
const CURRENT: ZoneRules = { edition: process.versions.tz ?? process.version, instant: deliveryInstant };

/** A vault is promised for an hour on the wall clock, so a new tz database moves its instant. Safe to repeat. */
export async function recomputeDeliveryTimes(now = clock.now(), rules = CURRENT): Promise<void> {
  const [fact] = await db.select().from(installationFacts).where(eq(installationFacts.name, FACT));
  if (fact?.value === rules.edition) return;
  let updated = 0;
  for (let after = ""; ; ) {
    const rows = await db
      .select()
      .from(memories)
      .where(and(gt(memories.id, after), waiting))
      .orderBy(asc(memories.id))
      .limit(BATCH);
    for (const row of rows) {
      if (instantBy(rules, row)?.getTime() === row.deliveryAt?.getTime()) continue;
      if (await updateInstant(row.id, rules)) updated += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) break;
    after = last.id;
  }
  const values = { name: FACT, value: rules.edition, updatedAt: now };
  await db.insert(installationFacts).values(values).onDuplicateKeyUpdate({ set: values });
  log.info(
    { edition: rules.edition, before: fact?.value, updated },
    "delivery times follow a new edition of the tz database",
  );
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

/** Checks again with the row locked: it may have changed since. */
async function updateInstant(id: string, rules: ZoneRules): Promise<boolean> {
  return inTransaction(async (tx) => {
    const [vault] = await tx
      .select()
      .from(memories)
      .where(and(eq(memories.id, id), waiting))
      .for("update");
    const instant = vault && instantBy(rules, vault);
    if (!instant || instant.getTime() === vault.deliveryAt?.getTime()) return false;
    await tx.update(memories).set({ deliveryAt: instant }).where(eq(memories.id, id));
    const own = and(eq(searchTerms.vaultId, id), eq(searchTerms.owner, ownerOfSent(vault.userId)));
    await tx.update(searchTerms).set({ deliveryAt: instant }).where(own);
    lookAfterCommit(tx, "deliver_due");
    return true;
  });
}
