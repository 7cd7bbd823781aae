import { and, lt, lte, or } from "drizzle-orm";
import { replies } from "~db/schema";

export type ReplyCursor = { createdAt: Date; id: string };

export function writtenBefore(cursor: ReplyCursor | undefined) {
  if (!cursor) return undefined;
  const { createdAt, id } = cursor;
  // The redundant condition lets the index start at the cursor.
  return and(lte(replies.createdAt, createdAt), or(lt(replies.createdAt, createdAt), lt(replies.id, id)));
}
