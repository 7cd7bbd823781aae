import type { Cursor } from "~/domain/vault/vault-summary.server";

/** The place in a list that an address names with `?after=`, or undefined for the beginning. */
export function readCursor(query: URLSearchParams): Cursor | undefined {
  const [, instant, id] = /^(\d{1,16})-([a-z0-9]{24})$/.exec(query.get("after") ?? "") ?? [];
  if (!instant || !id) return undefined;
  const deliveryAt = new Date(Number(instant));
  return Number.isNaN(deliveryAt.getTime()) ? undefined : { deliveryAt, id };
}

/** The value of `?after=` for a place in a list. */
export function writeCursor({ deliveryAt, id }: Cursor): string {
  return `${deliveryAt.getTime()}-${id}`;
}
