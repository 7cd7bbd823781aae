import { and, eq, isNotNull, type SQL } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { db, type Queryable } from "~/services/db.server";
import { boardGuests, removedGuests } from "~db/schema";

/** Call it before the guests are deleted. The browsers of the others still prove that they joined. */
export async function noteRemovedGuests(queryable: Queryable, which: SQL | undefined): Promise<void> {
  const { id, vaultId, userId } = boardGuests;
  const rows = await queryable
    .select({ guestId: id, vaultId, userId })
    .from(boardGuests)
    .where(and(which, isNotNull(userId)));
  const known = rows.flatMap((row) => (row.userId === null ? [] : [{ ...row, userId: row.userId }]));
  if (known.length > 0) await queryable.insert(removedGuests).ignore().values(known);
}

/** Whether a host removed this guest, who belonged to the account. */
export async function wasRemoved(guestId: string, user: User): Promise<boolean> {
  const isTheirs = and(eq(removedGuests.guestId, guestId), eq(removedGuests.userId, user.id));
  return (await db.$count(removedGuests, isTheirs)) > 0;
}
