import type { ActivityCursor } from "~/domain/overview/activity.server";
import type { Cursor } from "~/domain/overview/vault-summary.server";

const ID_LENGTH = 24;
/** MySQL refuses later instants. */
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

export function readCursor(query: URLSearchParams): Cursor | undefined {
  const [, instant, id] = /^(\d{1,16})-([a-z0-9]{24})$/.exec(query.get("after") ?? "") ?? [];
  if (!instant || !id || Number(instant) > LAST_MS) return undefined;
  return { deliveryAt: new Date(Number(instant)), id };
}

export function writeCursor({ deliveryAt, id }: Cursor): string {
  return `${deliveryAt.getTime()}-${id}`;
}

export function readActivityCursor(query: URLSearchParams): ActivityCursor | undefined {
  const [, list, after = ""] = /^(pending|delivered|replies)-(.+)$/.exec(query.get("after") ?? "") ?? [];
  const cursor = readCursor(new URLSearchParams({ after }));
  return cursor && { ...cursor, list: list as ActivityCursor["list"] };
}

/** Pads the short ids of cursors that sort before or after all vaults: `readCursor` takes only full ids. */
export function writeActivityCursor({ list, deliveryAt, id }: ActivityCursor): string {
  return `${list}-${writeCursor({ deliveryAt, id: id.padEnd(ID_LENGTH, "z") })}`;
}
