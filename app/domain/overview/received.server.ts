import { and, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL } from "drizzle-orm";
import { UNWANTED } from "~/domain/vault/ladder";
import { OPEN_STATES } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { deliveries, memories, movedDeliveries } from "~db/schema";
import { summaryColumns } from "./vault-summary.server";

/** Delivered, and not declined; and not held back because the recipient blocked the sender. */
export const isReceived = and(
  inArray(memories.state, [...OPEN_STATES]),
  isNull(deliveries.declinedAt),
  or(ne(deliveries.rung, UNWANTED), isNotNull(deliveries.openedAt)),
);

type ReceivedQuery = {
  /** The index to read; undefined for deliveries that moved with the account. */
  index:
    | "deliveries_received"
    | "deliveries_received_from"
    | "deliveries_received_type"
    | "deliveries_first_address"
    | undefined;
  conditions: (SQL | undefined)[];
  limit: number;
};

/** A subquery of the newest matching deliveries that `isReceived` shows, with their vaults. */
export function newestReceived({ index, conditions, limit }: ReceivedQuery) {
  const received = db.select({
    ...summaryColumns,
    senderId: deliveries.senderId,
    openedAt: deliveries.openedAt,
  });
  const found = index
    ? received.from(deliveries, { forceIndex: index })
    : received
        .from(movedDeliveries, { forceIndex: "moved_deliveries_order" })
        .innerJoin(deliveries, eq(deliveries.id, movedDeliveries.deliveryId));
  const order = index ? deliveries : movedDeliveries;
  return found
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .where(and(isReceived, ...conditions))
    .orderBy(desc(order.deliveryAt), desc(order.vaultId))
    .limit(limit)
    .as("received");
}
