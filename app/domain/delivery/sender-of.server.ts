import { eq } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { profiles } from "~db/schema";

/** The account that a vault belongs to. */
export async function senderOf(
  tx: Transaction,
  vault: { id: string; userId: string },
): Promise<typeof profiles.$inferSelect> {
  const [sender] = await tx.select().from(profiles).where(eq(profiles.id, vault.userId));
  if (!sender) throw new Error(`Vault ${vault.id} has no owner.`);
  return sender;
}
