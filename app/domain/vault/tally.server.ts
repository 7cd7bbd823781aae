import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { changedRows, type Transaction } from "~/services/db.server";
import { profiles } from "~db/schema";

/**
 * Call it in the same transaction, before changing the vault's row: that would share a lock on the profile, which two
 * transactions could not upgrade. See docs/decisions/0014.
 */
export async function tally(
  tx: Transaction,
  userId: string | string[],
  change: { used?: number; delivered?: number },
): Promise<void> {
  await tx
    .update(profiles)
    .set({
      vaultsUsed: sql`${profiles.vaultsUsed} + ${change.used ?? 0}`,
      vaultsDelivered: sql`${profiles.vaultsDelivered} + ${change.delivered ?? 0}`,
    })
    .where(inArray(profiles.id, [userId].flat()));
}

/**
 * False when no slot is free; the conditional update is the whole check. Call it first in its transaction: inserting a
 * vault before shares a lock on the profile, which two transactions could not upgrade.
 */
export async function takeSlot(tx: Transaction, user: User): Promise<boolean> {
  const result = await tx
    .update(profiles)
    .set({ vaultsUsed: sql`${profiles.vaultsUsed} + 1` })
    .where(and(eq(profiles.id, user.id), lt(profiles.vaultsUsed, profiles.vaultLimit)));
  return changedRows(result) > 0;
}
