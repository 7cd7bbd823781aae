import { and, eq, isNotNull, ne } from "drizzle-orm";
import { isDeliverable, isOpen } from "~/domain/vault/vault";
import { db, type Queryable } from "~/services/db.server";
import { boardGuests, type erasures, memories, recipients } from "~db/schema";

type Erasure = typeof erasures.$inferSelect;
type Row = Pick<
  typeof memories.$inferSelect,
  "id" | "state" | "isMemoryBoard" | "isFutureSelf" | "isSenderVerified" | "recipientEmail"
>;

/**
 * Vaults that are deleted with their owner's account. Recipients keep what they have for its seven years (product
 * decision 22); waiting vaults that are to be delivered stay, too.
 */
export async function listErasable(
  { userId, email, waitingVaults }: Erasure,
  queryable: Queryable = db,
): Promise<string[]> {
  const rows = await queryable
    .select({
      id: memories.id,
      state: memories.state,
      isMemoryBoard: memories.isMemoryBoard,
      isFutureSelf: memories.isFutureSelf,
      isSenderVerified: memories.isSenderVerified,
      recipientEmail: memories.recipientEmail,
    })
    .from(memories)
    .where(eq(memories.userId, userId));
  const erasable: string[] = [];
  for (const row of rows) {
    const isToSelf = row.isFutureSelf || row.recipientEmail === email;
    const isKept =
      waitingVaults === "deliver"
        ? isOnItsWay(row) || (row.state === "delivered" && !isToSelf)
        : isOpen(row) && !isToSelf;
    if (!isKept || !(await reachesOthers(queryable, row, email))) erasable.push(row.id);
  }
  return erasable;
}

/** An unverified sender's vaults would never be delivered. */
function isOnItsWay(row: Row): boolean {
  return isDeliverable(row) ? row.isSenderVerified : isOpen(row) && row.state !== "delivered";
}

/** A board whose creator is the only recipient reaches no one else. */
async function reachesOthers(queryable: Queryable, { id, isMemoryBoard }: Row, email: string | null): Promise<boolean> {
  if (!isMemoryBoard) return true;
  const own = email ?? "";
  const listed = and(eq(recipients.vaultId, id), ne(recipients.email, own));
  const guests = and(eq(boardGuests.vaultId, id), isNotNull(boardGuests.emailConfirmedAt), ne(boardGuests.email, own));
  return (await queryable.$count(recipients, listed)) + (await queryable.$count(boardGuests, guests)) > 0;
}
