import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { changedRows, db, inTransaction, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { profiles, tallyChanges } from "~db/schema";

/**
 * False when no slot is free; the conditional update is the whole check. Call it first in its transaction: inserting a
 * vault before shares a lock on the profile, which two transactions could not upgrade. See
 * docs/decisions/0014-denormalised-counters.md.
 */
export async function takeSlot(tx: Transaction, user: User): Promise<boolean> {
  const result = await tx
    .update(profiles)
    .set({ vaultsUsed: sql`${profiles.vaultsUsed} + 1` })
    .where(and(eq(profiles.id, user.id), lt(profiles.vaultsUsed, profiles.vaultLimit)));
  return changedRows(result) > 0;
}

/** Raises the plan's limit by a slot if none is free, for an imported vault. Call it before `takeSlot`. */
export async function makeRoom(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(profiles)
    .set({ vaultLimit: sql`greatest(${profiles.vaultLimit}, ${profiles.vaultsUsed} + 1)` })
    .where(eq(profiles.id, userId));
}

/** Call it in the transaction that cancels the vault, before changing its row. */
export async function returnSlot(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(profiles)
    .set({ vaultsUsed: sql`${profiles.vaultsUsed} - 1` })
    .where(eq(profiles.id, userId));
}

/** Locks no profile: a lock held elsewhere would hold up deliveries. */
export async function countDelivered(tx: Transaction, userIds: string[], delivered: 1 | -1): Promise<void> {
  await tx.insert(tallyChanges).values(userIds.map((userId) => ({ userId, delivered })));
}

/** Per run. */
const PROFILES_AT_ONCE = 200;

/** Adds counted deliveries to the profiles. Safe on several machines. */
export async function addTallies(): Promise<{ isFull: boolean }> {
  const people = await db.selectDistinct({ userId: tallyChanges.userId }).from(tallyChanges).limit(PROFILES_AT_ONCE);
  let failed = 0;
  for (const { userId } of people) {
    await addTally(userId).catch((error: unknown) => {
      failed += 1;
      log.error({ err: error, userId }, "deliveries could not be counted; they are tried again later");
    });
  }
  return { isFull: people.length === PROFILES_AT_ONCE && failed === 0 };
}

async function addTally(userId: string): Promise<void> {
  await inTransaction(async (tx) => {
    // Skips a profile that is in use. Deletes the rows of a profile that is gone.
    const [profile] = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId));
    const [locked] = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.id, userId))
      .for("update", { skipLocked: true });
    if (profile && !locked) return;
    const rows = await tx
      .select()
      .from(tallyChanges)
      .where(eq(tallyChanges.userId, userId))
      .for("update", { skipLocked: true });
    const delivered = rows.reduce((sum, row) => sum + row.delivered, 0);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    await tx
      .update(profiles)
      .set({ vaultsDelivered: sql`${profiles.vaultsDelivered} + ${delivered}` })
      .where(eq(profiles.id, userId));
    await tx.delete(tallyChanges).where(inArray(tallyChanges.id, ids));
  });
}
