import { and, desc, eq, inArray } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { indexNewVaults, ownerOfReceived } from "~/domain/vault/search-terms.server";
import { decryptContent } from "~/domain/vault/vault-content.server";
import { db, inTransaction } from "~/services/db.server";
import { deliveries, memories, profiles } from "~db/schema";

/** Letters per transaction, and transactions before an answer. The next search goes on. */
const AT_ONCE = 25;
const BATCHES_MAX = 8;

/**
 * Makes what the user received searchable, the newest first. It happens at their first search and not at delivery: most
 * recipients have no account, and a long letter takes fifty milliseconds. Two at once index a letter twice, to no harm.
 */
export async function indexReceived(user: User): Promise<void> {
  if (!user.isEmailVerified) return;
  for (const column of ["recipientEmail", "firstEmail"] as const) {
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) if (!(await indexBatch(user, column))) break;
  }
}

/** Returns whether more may be left. */
async function indexBatch({ email }: User, column: "recipientEmail" | "firstEmail"): Promise<boolean> {
  const flag = column === "recipientEmail" ? "isIndexed" : "isFirstIndexed";
  const isOpen = and(eq(deliveries[column], email), eq(deliveries[flag], false));
  const [some] = await db.select({ id: deliveries.id }).from(deliveries).where(isOpen).limit(1);
  if (!some) return false;
  return inTransaction(async (tx) => {
    const rows = await tx
      .select({ id: deliveries.id, deliveryAt: deliveries.deliveryAt, senderName: profiles.fullName, vault: memories })
      .from(deliveries)
      .innerJoin(memories, eq(memories.id, deliveries.vaultId))
      .innerJoin(profiles, eq(profiles.id, deliveries.senderId))
      .where(isOpen)
      .orderBy(desc(deliveries.deliveryAt))
      .limit(AT_ONCE);
    if (rows.length === 0) return false;
    const owner = ownerOfReceived(email);
    const letters = rows.map(({ vault, deliveryAt, senderName }) => {
      const { title, message } = decryptContent(vault);
      // A board may have hundreds of guests, who find it by its title and host.
      const text = vault.isMemoryBoard ? "" : message;
      return { vaultId: vault.id, owner, deliveryAt, heading: `${title} ${senderName}`, message: text };
    });
    await indexNewVaults(tx, letters);
    const ids = rows.map(({ id }) => id);
    // One that moved to another address meanwhile stays open.
    await tx
      .update(deliveries)
      .set({ [flag]: true })
      .where(and(inArray(deliveries.id, ids), isOpen));
    return rows.length === AT_ONCE;
  });
}
