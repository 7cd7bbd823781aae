import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { OPEN_STATES } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { deliveries, memories } from "~db/schema";
import { summaryColumns } from "./vault-summary.server";

/** Delivered, and not declined. */
export const isReceived = and(inArray(memories.state, [...OPEN_STATES]), isNull(deliveries.declinedAt));

type Wanted = {
  index: "deliveries_received" | "deliveries_received_from" | "deliveries_received_type" | "deliveries_first_address";
  conditions: (SQL | undefined)[];
  limit: number;
};

/** A subquery of the newest matching deliveries that were not declined, with their vaults. */
export function newestReceived({ index, conditions, limit }: Wanted) {
  return db
    .select({
      ...summaryColumns,
      senderId: deliveries.senderId,
      receivedAt: sql<Date>`${deliveries.createdAt}`.mapWith(deliveries.createdAt).as("received_at"),
      openedAt: deliveries.openedAt,
    })
    .from(deliveries, { forceIndex: index })
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .where(and(isReceived, ...conditions))
    .orderBy(desc(deliveries.deliveryAt), desc(deliveries.vaultId))
    .limit(limit)
    .as("received");
}
