import { eq, sql } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { profiles } from "~db/schema";

/**
 * Keeps an account's running figures with a change of one vault's state, in the same transaction: how many places are
 * taken, and how many of them by delivered vaults. Lists show these figures instead of counting.
 * Call it before the vault's row is changed: that shares a lock on the profile which no two could then upgrade.
 */
export async function tally(
  tx: Transaction,
  userId: string,
  change: { used?: 1 | -1; delivered?: 1 | -1 },
): Promise<void> {
  await tx
    .update(profiles)
    .set({
      vaultsUsed: sql`${profiles.vaultsUsed} + ${change.used ?? 0}`,
      vaultsDelivered: sql`${profiles.vaultsDelivered} + ${change.delivered ?? 0}`,
    })
    .where(eq(profiles.id, userId));
}
