import { eq } from "drizzle-orm";
import { laterThan, type Transaction } from "~/services/db.server";
import { profiles } from "~db/schema";

/** Locks the account until the transaction ends: concurrent additions must not exceed a limit. */
export async function lockAccount(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(profiles)
    .set({ updatedAt: laterThan(profiles.updatedAt) })
    .where(eq(profiles.id, userId));
}
