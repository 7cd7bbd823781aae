import { and, lt, lte, or } from "drizzle-orm";
import { replies } from "~db/schema";

/** A reply's place among others, by the time it was written. */
export type PlaceInTime = { createdAt: Date; id: string };

/** The replies that were written before the one at this place; all of them without one. */
export function writtenBefore(place: PlaceInTime | undefined) {
  if (!place) return undefined;
  const { createdAt, id } = place;
  // Said twice, so that the index is entered at the place.
  return and(lte(replies.createdAt, createdAt), or(lt(replies.createdAt, createdAt), lt(replies.id, id)));
}
