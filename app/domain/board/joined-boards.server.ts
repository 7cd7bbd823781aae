import { and, asc, desc, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { db } from "~/services/db.server";
import { boardGuests, boardHosts, memories } from "~db/schema";
import { type Board, boardQuery, toBoard } from "./board.server";

export type JoinedBoard = Pick<Board, "id" | "title" | "hostName" | "deliveryDate" | "state"> & {
  /** The account's guest; null where the account is a co-host. */
  guestId: string | null;
};

export const BOARDS_ON_A_PAGE = 50;

const isThere = ne(memories.state, "cancelled");

type BoardsPage = { boards: JoinedBoard[]; page: number; pages: number };

/**
 * A page, from 1, of the boards of others that the account co-hosts or took over pieces on, the latest first; with
 * fewer pages the last.
 */
export async function listJoinedBoards(user: User, asked = 1): Promise<BoardsPage> {
  const all = await listIds(user);
  const pages = Math.max(1, Math.ceil(all.length / BOARDS_ON_A_PAGE));
  const page = Math.min(pages, asked);
  const listed = all.slice((page - 1) * BOARDS_ON_A_PAGE, page * BOARDS_ON_A_PAGE);
  if (listed.length === 0) return { boards: [], page, pages };
  const ids = listed.map(({ vaultId }) => vaultId);
  const rows = await boardQuery(db, and(inArray(memories.id, ids), isThere));
  const boards = new Map(rows.map((row) => [row.vault.id, toBoard(row)]));
  return {
    boards: listed.flatMap(({ vaultId, guestId }) => {
      const board = boards.get(vaultId);
      return board ? [{ ...board, guestId }] : [];
    }),
    page,
    pages,
  };
}

async function listIds(user: User): Promise<{ vaultId: string; guestId: string | null }[]> {
  const hosted = user.isEmailVerified
    ? await db
        .select({ vaultId: boardHosts.vaultId })
        .from(boardHosts)
        .innerJoin(memories, eq(memories.id, boardHosts.vaultId))
        .where(and(isThere, eq(boardHosts.email, user.email), isNotNull(boardHosts.acceptedAt)))
        .orderBy(desc(boardHosts.acceptedAt), asc(boardHosts.vaultId))
    : [];
  const joined = await db
    .select({ vaultId: boardGuests.vaultId, guestId: boardGuests.id })
    .from(boardGuests)
    .innerJoin(memories, eq(memories.id, boardGuests.vaultId))
    .where(and(isThere, eq(boardGuests.userId, user.id)))
    .orderBy(desc(boardGuests.joinedAt), asc(boardGuests.id));
  return [...hosted.map((row) => ({ ...row, guestId: null })), ...joined];
}
