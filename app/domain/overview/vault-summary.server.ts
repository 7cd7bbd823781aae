import { and, gt, gte, lt, lte, or, type Placeholder } from "drizzle-orm";
import type { MySqlColumn } from "drizzle-orm/mysql-core";
import type { VaultSummary } from "~/domain/vault/vault";
import { legibleTitleOf } from "~/domain/vault/vault-content.server";
import { memories } from "~db/schema";

export const PAGE_SIZE = 20;

/** The last row of the previous page, in a list ordered by delivery. */
export type Cursor = { deliveryAt: Date; id: string };

/** Leaves out the message. */
export const summaryColumns = {
  id: memories.id,
  type: memories.type,
  state: memories.state,
  titleEncrypted: memories.titleEncrypted,
  wrappedKey: memories.wrappedKey,
  masterKeyId: memories.masterKeyId,
  recipient: memories.recipient,
  recipientEmail: memories.recipientEmail,
  deliveryDate: memories.deliveryDate,
  deliveryHour: memories.deliveryHour,
  deliveryZone: memories.deliveryZone,
  deliveryAt: memories.deliveryAt,
  addressStatus: memories.addressStatus,
  createdAt: memories.createdAt,
  sealedAt: memories.sealedAt,
  deliveredAt: memories.deliveredAt,
};

export type SummaryRow = Pick<typeof memories.$inferSelect, keyof typeof summaryColumns>;

export function toSummary(row: SummaryRow): VaultSummary {
  return {
    id: row.id,
    type: row.type,
    state: row.state,
    title: legibleTitleOf(row),
    recipient: row.recipient,
    recipientEmail: row.recipientEmail,
    deliveryDate: row.deliveryDate,
    deliveryHour: row.deliveryHour,
    deliveryZone: row.deliveryZone,
    deliveryAt: row.deliveryAt,
    addressStatus: row.addressStatus,
    createdAt: row.createdAt,
    sealedAt: row.sealedAt,
    deliveredAt: row.deliveredAt,
  };
}

export function afterCursor(
  cursor: Cursor | { deliveryAt: Placeholder; id: Placeholder } | undefined,
  direction: "soonest_first" | "newest_first",
  { deliveryAt, id }: { deliveryAt: MySqlColumn; id: MySqlColumn } = memories,
) {
  if (!cursor) return undefined;
  const [further, notBefore] = direction === "soonest_first" ? [gt, gte] : [lt, lte];
  return and(
    // Redundant, but lets the index start at the cursor: not every optimiser derives a range from the "or".
    notBefore(deliveryAt, cursor.deliveryAt),
    or(further(deliveryAt, cursor.deliveryAt), further(id, cursor.id)),
  );
}

/** Expects one row more than fits on a page. `next` is the cursor of the following page. */
export function toPage<Row extends { id: string; deliveryAt: Date | null }>(
  rows: Row[],
): { page: Row[]; next?: Cursor } {
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  if (rows.length <= PAGE_SIZE || !last?.deliveryAt) return { page };
  return { page, next: { deliveryAt: last.deliveryAt, id: last.id } };
}

export function byNewestDelivery(
  a: { id: string; deliveryAt: Date | null },
  b: { id: string; deliveryAt: Date | null },
): number {
  const difference = (b.deliveryAt?.getTime() ?? 0) - (a.deliveryAt?.getTime() ?? 0);
  return difference || (a.id < b.id ? 1 : -1);
}
