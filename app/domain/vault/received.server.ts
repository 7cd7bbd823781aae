import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { db } from "~/services/db.server";
import { deliveries, memories, profiles } from "~db/schema";
import { OPEN_STATES } from "./vault";
import { decryptTitle } from "./vault-content.server";
import { PAGE_SIZE, summaryColumns } from "./vault-summary.server";

type Wanted = {
  /** The index of `deliveries` that has them in their order. */
  index: "deliveries_received" | "deliveries_received_from" | "deliveries_received_type";
  conditions: (SQL | undefined)[];
  limit: number;
};

/** The newest deliveries that meet the conditions and were not declined, each with its vault, as a table to select from. */
export function newestReceived({ index, conditions, limit }: Wanted) {
  return db
    .select({
      ...summaryColumns,
      senderId: deliveries.senderId,
      receivedAt: sql<Date>`${deliveries.createdAt}`.mapWith(deliveries.createdAt).as("received_at"),
      openedAt: deliveries.openedAt,
    })
    .from(deliveries, { forceIndex: index })
    .innerJoin(memories, eq(memories.id, deliveries.memoryId))
    .where(and(inArray(memories.state, [...OPEN_STATES]), isNull(deliveries.declinedAt), ...conditions))
    .orderBy(desc(deliveries.deliveryAt), desc(deliveries.memoryId))
    .limit(limit)
    .as("received");
}

export type ReceivedVault = { id: string; title: string; senderName: string; deliveredAt: Date; isOpened: boolean };

const found = newestReceived({
  index: "deliveries_received",
  conditions: [
    eq(deliveries.recipientEmail, sql.placeholder("email")),
    ne(deliveries.senderId, sql.placeholder("userId")),
  ],
  limit: PAGE_SIZE,
});

const newest = db
  .select({
    id: found.id,
    titleEncrypted: found.titleEncrypted,
    wrappedKey: found.wrappedKey,
    masterKeyId: found.masterKeyId,
    senderName: profiles.fullName,
    deliveredAt: found.receivedAt,
    openedAt: found.openedAt,
  })
  .from(found)
  .innerJoin(profiles, eq(profiles.id, found.senderId))
  .orderBy(desc(found.deliveryAt), desc(found.id))
  .prepare();

/** The newest vaults that reached the user's verified address, newest first; nothing for an address not verified. */
export async function listReceivedVaults(user: User): Promise<ReceivedVault[]> {
  if (!user.isEmailVerified) return [];
  const rows = await newest.execute({ email: user.email, userId: user.id });
  return rows.map(({ titleEncrypted, wrappedKey, masterKeyId, openedAt, ...vault }) => ({
    ...vault,
    title: decryptTitle({ titleEncrypted, wrappedKey, masterKeyId }),
    isOpened: openedAt !== null,
  }));
}
