import { and, desc, eq, exists, inArray, type Placeholder, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/mysql-core";
import type { User } from "~/domain/account/account";
import { ownerOfReceived } from "~/domain/account/list-owner.server";
import { indexNewVaults } from "~/domain/vault/search-terms.server";
import { decryptContent } from "~/domain/vault/vault-content.server";
import { db, inTransaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { deliveries, memories, movedDeliveries, profiles } from "~db/schema";

/** Letters per transaction, and transactions per search. The next search continues. */
const LETTERS_AT_ONCE = 25;
const BATCHES_MAX = 8;

/**
 * Makes received vaults searchable, newest first. This happens at the first search and not at delivery: most recipients
 * have no account, and a long letter takes fifty milliseconds. Two concurrent calls may index a letter twice, which is
 * harmless.
 */
export async function indexReceived(user: User): Promise<{ hasIndexed: boolean; isComplete: boolean }> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const column = await findUnindexed(user);
    if (!column) return { hasIndexed: batch > 0, isComplete: true };
    await indexBatch(user, column);
  }
  return { hasIndexed: true, isComplete: (await findUnindexed(user)) === undefined };
}

const FLAGS = { recipientEmail: "isIndexed", firstEmail: "isFirstIndexed" } as const;
type EmailColumn = keyof typeof FLAGS;
type Reader = { id: string | Placeholder; email: string | Placeholder };

const isUnindexed = (column: EmailColumn, { email }: Reader) =>
  and(eq(deliveries[column], email), eq(deliveries[FLAGS[column]], false));
const hasMovedUnindexed = ({ id }: Reader) => and(eq(movedDeliveries.userId, id), eq(movedDeliveries.isIndexed, false));

/** Whether the words of all received vaults are indexed. Part of the timeline's query, to save another one. */
export function isAllIndexed(reader: Reader): SQL<number> {
  const any = (column: EmailColumn) =>
    exists(db.select({ one: sql`1` }).from(deliveries).where(isUnindexed(column, reader)));
  const anyMoved = exists(db.select({ one: sql`1` }).from(movedDeliveries).where(hasMovedUnindexed(reader)));
  return sql<number>`NOT (${any("recipientEmail")} OR ${any("firstEmail")} OR ${anyMoved})`;
}

type Unindexed = EmailColumn | "moved";

async function findUnindexed(user: User): Promise<Unindexed | undefined> {
  const one = (column: EmailColumn) =>
    db
      .select({ column: sql<Unindexed>`${column}` })
      .from(deliveries)
      .where(isUnindexed(column, user))
      .limit(1);
  const oneMoved = db
    .select({ column: sql<Unindexed>`'moved'` })
    .from(movedDeliveries)
    .where(hasMovedUnindexed(user))
    .limit(1);
  const [found] = await unionAll(one("recipientEmail"), one("firstEmail"), oneMoved);
  return found?.column;
}

/** Empty if it is damaged, so that the other letters are still found. */
function legibleContentOf(vault: typeof memories.$inferSelect): ReturnType<typeof decryptContent> {
  try {
    return decryptContent(vault);
  } catch (error) {
    log.error(
      { err: error, vaultId: vault.id },
      "a received vault cannot be decrypted, and is found by its sender only",
    );
    return { title: "", message: "" };
  }
}

async function indexBatch(user: User, column: Unindexed): Promise<void> {
  const { email } = user;
  const isMoved = column === "moved";
  const isOpen = isMoved ? hasMovedUnindexed(user) : isUnindexed(column, user);
  await inTransaction(async (tx) => {
    const rows = await tx
      .select({ id: deliveries.id, deliveryAt: deliveries.deliveryAt, senderName: profiles.fullName, vault: memories })
      .from(deliveries)
      .innerJoin(memories, eq(memories.id, deliveries.vaultId))
      .innerJoin(profiles, eq(profiles.id, deliveries.senderId))
      .leftJoin(
        movedDeliveries,
        and(eq(movedDeliveries.deliveryId, deliveries.id), eq(movedDeliveries.userId, user.id)),
      )
      .where(isOpen)
      .orderBy(desc(deliveries.deliveryAt))
      .limit(LETTERS_AT_ONCE);
    if (rows.length === 0) return;
    const owner = ownerOfReceived(email);
    const letters = rows.map(({ vault, deliveryAt, senderName }) => {
      const { title, message } = legibleContentOf(vault);
      // A board may have hundreds of guests, who find it by its title and host.
      const text = vault.isMemoryBoard ? "" : message;
      return { vaultId: vault.id, owner, deliveryAt, heading: `${title} ${senderName}`, message: text };
    });
    await indexNewVaults(tx, letters);
    const ids = rows.map(({ id }) => id);
    // A vault that moved to another address meanwhile stays unindexed.
    await (isMoved
      ? tx
          .update(movedDeliveries)
          .set({ isIndexed: true })
          .where(and(inArray(movedDeliveries.deliveryId, ids), isOpen))
      : tx
          .update(deliveries)
          .set({ [FLAGS[column]]: true })
          .where(and(inArray(deliveries.id, ids), isOpen)));
  });
}
