import { and, eq, isNotNull, ne, type SQL } from "drizzle-orm";
import { isDeliverable, isOpen } from "~/domain/vault/vault";
import { db, type Queryable } from "~/services/db.server";
import { boardGuests, type erasures, memories, recipients } from "~db/schema";

type Erasure = typeof erasures.$inferSelect;
/** What decides whether a vault is kept. */
export const erasureColumns = {
  id: memories.id,
  state: memories.state,
  isMemoryBoard: memories.isMemoryBoard,
  isFutureSelf: memories.isFutureSelf,
  isSenderVerified: memories.isSenderVerified,
  recipientEmail: memories.recipientEmail,
};
type Row = Pick<typeof memories.$inferSelect, keyof typeof erasureColumns>;

/** The account's vaults that are deleted with it. */
export async function listErasable(erasure: Erasure): Promise<string[]> {
  const ofAccount = eq(memories.userId, erasure.userId);
  const rows = await db.select(erasureColumns).from(memories).where(ofAccount);
  const reaching = await boardsOfOthers(db, ofAccount, erasure.email);
  return rows.filter((row) => !isKept(erasure, row, reaching)).map(({ id }) => id);
}

export async function isErasable(queryable: Queryable, erasure: ErasureChoice, row: Row): Promise<boolean> {
  const { id, isMemoryBoard } = row;
  const reaching = isMemoryBoard
    ? await boardsOfOthers(queryable, eq(memories.id, id), erasure.email)
    : new Set<string>();
  return !isKept(erasure, row, reaching);
}

type ErasureChoice = Pick<Erasure, "email" | "waitingVaults">;

/**
 * Recipients keep what they have for its seven years (product decision 22); waiting vaults that are to be delivered
 * stay, too.
 */
function isKept({ email, waitingVaults }: ErasureChoice, row: Row, reaching: Set<string>): boolean {
  if (row.isMemoryBoard && !reaching.has(row.id)) return false;
  const isToSelf = row.isFutureSelf || row.recipientEmail === email;
  return waitingVaults === "deliver"
    ? isOnItsWay(row) || (row.state === "delivered" && !isToSelf)
    : isOpen(row) && !isToSelf;
}

/** An unverified sender's vaults would never be delivered. */
function isOnItsWay(row: Row): boolean {
  return isDeliverable(row) ? row.isSenderVerified : isOpen(row) && row.state !== "delivered";
}

/** A board whose host is the only recipient reaches no one else. */
async function boardsOfOthers(queryable: Queryable, which: SQL, email: string | null): Promise<Set<string>> {
  const boards = and(which, eq(memories.isMemoryBoard, true));
  const own = email ?? "";
  const listed = await queryable
    .selectDistinct({ id: memories.id })
    .from(memories)
    .innerJoin(recipients, and(eq(recipients.vaultId, memories.id), ne(recipients.email, own)))
    .where(boards);
  const joined = await queryable
    .selectDistinct({ id: memories.id })
    .from(memories)
    .innerJoin(boardGuests, and(eq(boardGuests.vaultId, memories.id), ne(boardGuests.email, own)))
    .where(and(boards, isNotNull(boardGuests.emailConfirmedAt)));
  return new Set([...listed, ...joined].map(({ id }) => id));
}
