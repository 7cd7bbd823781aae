import { and, gt, gte, lt, lte, or } from "drizzle-orm";
import type { MySqlColumn } from "drizzle-orm/mysql-core";
import type { VaultSummary } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { memories } from "~db/schema";

/** How many vaults one page of a list holds. */
export const PAGE_SIZE = 20;

/** A cursor in a list ordered by delivery: the last row that the reader has seen. */
export type Cursor = { deliveryAt: Date; id: string };

/** The columns that every list reads of a vault: everything it shows, and not the message. */
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
    title: decryptTitle(row),
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

/** The rows behind a cursor: later ones in a list that begins with the soonest, else earlier ones. */
export function beyond(
  cursor: Cursor | undefined,
  direction: "soonest_first" | "newest_first",
  { deliveryAt, id }: { deliveryAt: MySqlColumn; id: MySqlColumn } = memories,
) {
  if (!cursor) return undefined;
  const [further, notBefore] = direction === "soonest_first" ? [gt, gte] : [lt, lte];
  return and(
    // Said twice, so that an index is entered at the cursor: of an "or" alone not every optimiser makes a range.
    notBefore(deliveryAt, cursor.deliveryAt),
    or(further(deliveryAt, cursor.deliveryAt), further(id, cursor.id)),
  );
}

/** A page cut from one row more than it holds, with the cursor where the next one begins. */
export function toPage<Row extends { id: string; deliveryAt: Date | null }>(
  rows: Row[],
): { page: Row[]; next?: Cursor } {
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  if (rows.length <= PAGE_SIZE || !last?.deliveryAt) return { page };
  return { page, next: { deliveryAt: last.deliveryAt, id: last.id } };
}

/** For a list of vaults with the newest delivery first, whose parts came in one order each. */
export function byNewestDelivery(
  a: { id: string; deliveryAt: Date | null },
  b: { id: string; deliveryAt: Date | null },
): number {
  const difference = (b.deliveryAt?.getTime() ?? 0) - (a.deliveryAt?.getTime() ?? 0);
  return difference || (a.id < b.id ? 1 : -1);
}
