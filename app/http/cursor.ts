import type { ActivityCursor } from "~/domain/overview/activity.server";
import type { Cursor } from "~/domain/overview/vault-summary.server";

const ID_LENGTH = 24;

/** The cursor in a list that an address names with `?after=`, or undefined for the beginning. */
export function readCursor(query: URLSearchParams): Cursor | undefined {
  const [, instant, id] = /^(\d{1,16})-([a-z0-9]{24})$/.exec(query.get("after") ?? "") ?? [];
  if (!instant || !id) return undefined;
  const deliveryAt = new Date(Number(instant));
  return Number.isNaN(deliveryAt.getTime()) ? undefined : { deliveryAt, id };
}

/** The value of `?after=` for a cursor in a list. */
export function writeCursor({ deliveryAt, id }: Cursor): string {
  return `${deliveryAt.getTime()}-${id}`;
}

/** A cursor in the activity: the list comes before the cursor in it. */
export function readActivityCursor(query: URLSearchParams): ActivityCursor | undefined {
  const [, list, after = ""] = /^(pending|delivered|replies)-(.+)$/.exec(query.get("after") ?? "") ?? [];
  const cursor = readCursor(new URLSearchParams({ after }));
  return cursor && { ...cursor, list: list as ActivityCursor["list"] };
}

/** A cursor before or behind all vaults has a short id that sorts there; an address has whole ones. */
export function writeActivityCursor({ list, deliveryAt, id }: ActivityCursor): string {
  return `${list}-${writeCursor({ deliveryAt, id: id.padEnd(ID_LENGTH, "z") })}`;
}
