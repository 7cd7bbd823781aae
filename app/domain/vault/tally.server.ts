import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { changedRows, type Transaction } from "~/services/db.server";
import { profiles } from "~db/schema";

/**
 * Updates the counters of one or more accounts with a change of a vault's state, in the same transaction. See
 * docs/decisions/0014. Call it before changing the vault's row: that shares a lock on the profile, which two transactions
 * could not upgrade.
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
 * Takes one of the slots of the user's plan; false when none is free. The conditional update is the whole check: of 1,000
 * concurrent attempts exactly as many pass as there are slots. Call it first in its transaction: inserting a vault first
 * would share a lock on the profile that no two transactions could then upgrade.
 */
export async function takeSlot(tx: Transaction, user: User): Promise<boolean> {
  const result = await tx
    .update(profiles)
    .set({ vaultsUsed: sql`${profiles.vaultsUsed} + 1` })
    .where(and(eq(profiles.id, user.id), lt(profiles.vaultsUsed, profiles.vaultLimit)));
  return changedRows(result) > 0;
}
