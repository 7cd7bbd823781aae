import { and, lt, lte, or } from "drizzle-orm";
import { replies } from "~db/schema";

/** A reply's cursor among others, by the time it was written. */
export type ReplyCursor = { createdAt: Date; id: string };

/** The replies that were written before the one at this cursor; all of them without one. */
export function writtenBefore(cursor: ReplyCursor | undefined) {
  if (!cursor) return undefined;
  const { createdAt, id } = cursor;
  // Said twice, so that the index is entered at the cursor.
  return and(lte(replies.createdAt, createdAt), or(lt(replies.createdAt, createdAt), lt(replies.id, id)));
}
