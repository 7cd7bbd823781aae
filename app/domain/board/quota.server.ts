import { and, eq, not, or, sql } from "drizzle-orm";
import { db, type Queryable } from "~/services/db.server";
import { boardGuests, boardMedia, boardPosts, media } from "~db/schema";
import { NOTHING_USED, type Quota, remainingQuota } from "./board";
import { isEmptyGuestOf } from "./guests.server";

/** What a guest can still add. In a transaction, the caller has locked the board. */
export async function findRemainingQuota(queryable: Queryable, guest: { id: string; vaultId: string }): Promise<Quota> {
  const { id, vaultId } = guest;
  const guests = await countSharers(queryable, guest);
  const all = await usedBy(queryable, vaultId);
  const own = await usedBy(queryable, vaultId, id);
  return remainingQuota(guests, addQuotas(all, await usedByHost(queryable, vaultId)), own);
}

/** Guests who only typed a name do not reduce the share of others. */
function countSharers(queryable: Queryable, { id, vaultId }: { id: string; vaultId: string }): Promise<number> {
  const empty = isEmptyGuestOf(vaultId);
  const takesPart = or(eq(boardGuests.id, id), empty && not(empty));
  return queryable.$count(boardGuests, and(eq(boardGuests.vaultId, vaultId), takesPart));
}

export const remainingQuotaOf = (guest: { id: string; vaultId: string }) => findRemainingQuota(db, guest);

async function usedBy(queryable: Queryable, vaultId: string, guestId?: string): Promise<Quota> {
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
  return rows.reduce((quota, { kind, count, characters, bytes }) => {
    const more = kind === "note" ? { characters } : { [kind]: count, bytes };
    return addQuotas(quota, { ...NOTHING_USED, ...more });
  }, NOTHING_USED);
}

/** The host's files share the board with the guests'; the welcome does not count. */
async function usedByHost(queryable: Queryable, vaultId: string): Promise<Quota> {
  const files = await queryable
    .select({ kind: media.kind, bytes: media.bytes })
    .from(media)
    .where(eq(media.vaultId, vaultId));
  return files.reduce(
    (quota, { kind, bytes }) => addQuotas(quota, { ...NOTHING_USED, [kind]: 1, bytes }),
    NOTHING_USED,
  );
}

export function addQuotas(one: Quota, other: Quota): Quota {
  const sums = (Object.keys(one) as (keyof Quota)[]).map((name) => [name, one[name] + other[name]]);
  return Object.fromEntries(sums) as Quota;
}
