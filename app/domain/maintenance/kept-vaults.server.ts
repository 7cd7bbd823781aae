import { and, eq, isNotNull, ne } from "drizzle-orm";
import { isDeliverable, isOpen } from "~/domain/vault/vault";
import { db, type Queryable } from "~/services/db.server";
import { boardGuests, type erasures, memories, recipients } from "~db/schema";

type Erasure = typeof erasures.$inferSelect;
/** What decides whether a vault is kept. */
export const FATE = {
  id: memories.id,
  state: memories.state,
  isMemoryBoard: memories.isMemoryBoard,
  isFutureSelf: memories.isFutureSelf,
  isSenderVerified: memories.isSenderVerified,
  recipientEmail: memories.recipientEmail,
};
type Row = Pick<typeof memories.$inferSelect, keyof typeof FATE>;

/** The account's vaults that are deleted with it. */
export async function listErasable(erasure: Erasure): Promise<string[]> {
  const rows = await db.select(FATE).from(memories).where(eq(memories.userId, erasure.userId));
  const erasable: string[] = [];
  for (const row of rows) if (await isErasable(db, erasure, row)) erasable.push(row.id);
  return erasable;
}

/**
 * Recipients keep what they have for its seven years (product decision 22); waiting vaults that are to be delivered
 * stay, too.
 */
export async function isErasable(
  queryable: Queryable,
  { email, waitingVaults }: Pick<Erasure, "email" | "waitingVaults">,
  row: Row,
): Promise<boolean> {
  const isToSelf = row.isFutureSelf || row.recipientEmail === email;
  const isKept =
    waitingVaults === "deliver"
      ? isOnItsWay(row) || (row.state === "delivered" && !isToSelf)
      : isOpen(row) && !isToSelf;
  return !isKept || !(await reachesOthers(queryable, row, email));
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
