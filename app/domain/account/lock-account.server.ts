import { eq } from "drizzle-orm";
import { laterThan, type Transaction } from "~/services/db.server";
import { profiles } from "~db/schema";

/** Locks the account until the transaction ends, on a cluster as well, so that concurrent requests take turns. */
export async function lockAccount(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(profiles)
    .set({ updatedAt: laterThan(profiles.updatedAt) })
    .where(eq(profiles.id, userId));
}
