import { and, eq, not, or, sql } from "drizzle-orm";
import { db, type Queryable } from "~/services/db.server";
import { boardGuests, boardMedia, boardPosts, media } from "~db/schema";
import { NO_ROOM_USED, type Room, roomFor } from "./board";
import { isEmptyGuestOf } from "./guests.server";

/** What a guest can still add. In a transaction, the caller has locked the board. */
export async function findRoom(queryable: Queryable, guest: { id: string; vaultId: string }): Promise<Room> {
  const { id, vaultId } = guest;
  const guests = await countSharers(queryable, guest);
  const all = await usedBy(queryable, vaultId);
  const own = await usedBy(queryable, vaultId, id);
  return roomFor(guests, addRoom(all, await usedByHost(queryable, vaultId)), own);
}

/** Guests who only typed a name take no share from others. */
function countSharers(queryable: Queryable, { id, vaultId }: { id: string; vaultId: string }): Promise<number> {
  const empty = isEmptyGuestOf(vaultId);
  const takesPart = or(eq(boardGuests.id, id), empty && not(empty));
  return queryable.$count(boardGuests, and(eq(boardGuests.vaultId, vaultId), takesPart));
}

export const roomOf = (guest: { id: string; vaultId: string }) => findRoom(db, guest);

async function usedBy(queryable: Queryable, vaultId: string, guestId?: string): Promise<Room> {
  const rows = await queryable
    .select({
      kind: boardPosts.kind,
      count: sql`count(*)`.mapWith(Number),
      characters: sql`coalesce(sum(${boardPosts.characters}), 0)`.mapWith(Number),
      bytes: sql`coalesce(sum(${boardMedia.bytes}), 0)`.mapWith(Number),
    })
    .from(boardPosts)
    .leftJoin(boardMedia, eq(boardMedia.postId, boardPosts.id))
    .where(and(eq(boardPosts.vaultId, vaultId), guestId === undefined ? undefined : eq(boardPosts.guestId, guestId)))
    .groupBy(boardPosts.kind);
  return rows.reduce((room, { kind, count, characters, bytes }) => {
    const more = kind === "note" ? { characters } : { [kind]: count, bytes };
    return addRoom(room, { ...NO_ROOM_USED, ...more });
  }, NO_ROOM_USED);
}

/** The host's files share the board with the guests'; the welcome does not count. */
async function usedByHost(queryable: Queryable, vaultId: string): Promise<Room> {
  const files = await queryable
    .select({ kind: media.kind, bytes: media.bytes })
    .from(media)
    .where(eq(media.vaultId, vaultId));
  return files.reduce((room, { kind, bytes }) => addRoom(room, { ...NO_ROOM_USED, [kind]: 1, bytes }), NO_ROOM_USED);
}

export function addRoom(one: Room, other: Room): Room {
  const sums = (Object.keys(one) as (keyof Room)[]).map((name) => [name, one[name] + other[name]]);
  return Object.fromEntries(sums) as Room;
}
