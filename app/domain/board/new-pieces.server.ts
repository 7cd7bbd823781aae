import { and, count, desc, eq, gte, inArray, isNull, max, ne, or, sql } from "drizzle-orm";
import { displayTitleOf } from "~/domain/vault/vault-content.server";
import { db, type Queryable, type Transaction } from "~/services/db.server";
import { boardGuests, boardNews, boardPosts, memories } from "~db/schema";
import type { Board } from "./board.server";
import type { NewPieces } from "./new-pieces";

/** In the transaction that adds pieces created at `now`. */
export async function noteNewPieces(
  tx: Transaction,
  { id, hostId }: Pick<Board, "id" | "hostId">,
  now: Date,
): Promise<void> {
  await tx
    .insert(boardNews)
    .values({ vaultId: id, ownerId: hostId, since: now, newestAt: now })
    // Clocks of processes differ.
    .onDuplicateKeyUpdate({
      set: { since: sql`least(${boardNews.since}, ${now})`, newestAt: sql`greatest(${boardNews.newestAt}, ${now})` },
    });
}

/** Call it before reading the pieces for the board's owner, so that what is added in between stays new. */
export async function markPiecesSeen(vaultId: string): Promise<void> {
  await db.delete(boardNews).where(eq(boardNews.vaultId, vaultId));
}

type NewPiecesFilter = { ownerId: string; after?: Date; limit: number };

/**
 * The boards with the newest pieces first. Leaves out the owner's own pieces, hidden ones, and boards that are sealed,
 * which show none, or revealed.
 */
export async function listNewPieces(
  { ownerId, after = new Date(0), limit }: NewPiecesFilter,
  queryable: Queryable = db,
): Promise<NewPieces[]> {
  const boards = await queryable
    .select({
      id: memories.id,
      titleEncrypted: memories.titleEncrypted,
      wrappedKey: memories.wrappedKey,
      masterKeyId: memories.masterKeyId,
    })
    .from(boardNews, { forceIndex: "board_news_owner" })
    .innerJoin(memories, eq(memories.id, boardNews.vaultId))
    .where(and(eq(boardNews.ownerId, ownerId), gte(boardNews.newestAt, after), eq(memories.state, "scheduled")))
    .orderBy(desc(boardNews.newestAt))
    .limit(limit);
  if (boards.length === 0) return [];
  const at = max(boardPosts.createdAt);
  const added = await queryable
    .select({ vaultId: boardPosts.vaultId, guestName: boardGuests.name, pieces: count(), at })
    .from(boardNews)
    .innerJoin(boardPosts, and(eq(boardPosts.vaultId, boardNews.vaultId), gte(boardPosts.createdAt, boardNews.since)))
    .innerJoin(boardGuests, eq(boardGuests.id, boardPosts.guestId))
    .where(
      and(
        inArray(
          boardNews.vaultId,
          boards.map(({ id }) => id),
        ),
        gte(boardPosts.createdAt, after),
        inArray(boardPosts.state, ["waiting", "shown"]),
        or(isNull(boardGuests.userId), ne(boardGuests.userId, ownerId)),
      ),
    )
    .groupBy(boardPosts.vaultId, boardGuests.id, boardGuests.name)
    .orderBy(desc(at));
  return boards.flatMap((board) => {
    const own = added.filter(({ vaultId }) => vaultId === board.id);
    if (!own[0]) return [];
    return {
      vaultId: board.id,
      title: displayTitleOf(board),
      pieces: own.reduce((sum, { pieces }) => sum + pieces, 0),
      guestNames: own.map(({ guestName }) => guestName),
      at: own[0].at ?? after,
    };
  });
}
