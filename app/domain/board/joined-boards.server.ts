import { and, desc, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { db } from "~/services/db.server";
import { boardGuests, boardHosts, memories } from "~db/schema";
import { type Board, boardQuery, toBoard } from "./board.server";

export type JoinedBoard = Pick<Board, "id" | "title" | "hostName" | "deliveryDate" | "state"> & {
  /** The account's guest; null where the account is a co-host. */
  guestId: string | null;
};

/** Boards of others that the account co-hosts or took over pieces on; the latest first. */
export async function listJoinedBoards(user: User): Promise<JoinedBoard[]> {
  const hosted = user.isEmailVerified
    ? await db
        .select({ vaultId: boardHosts.vaultId })
        .from(boardHosts)
        .where(and(eq(boardHosts.email, user.email), isNotNull(boardHosts.acceptedAt)))
        .orderBy(desc(boardHosts.acceptedAt))
    : [];
  const joined = await db
    .select({ vaultId: boardGuests.vaultId, guestId: boardGuests.id })
    .from(boardGuests)
    .where(eq(boardGuests.userId, user.id))
    .orderBy(desc(boardGuests.joinedAt));
  const all = [...hosted.map((row) => ({ ...row, guestId: null })), ...joined];
  if (all.length === 0) return [];
  const ids = all.map(({ vaultId }) => vaultId);
  const rows = await boardQuery(db, and(inArray(memories.id, ids), ne(memories.state, "cancelled")));
  const boards = new Map(rows.map((row) => [row.vault.id, toBoard(row)]));
  return all.flatMap(({ vaultId, guestId }) => {
    const board = boards.get(vaultId);
    return board ? [{ ...board, guestId }] : [];
  });
}
