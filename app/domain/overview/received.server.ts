import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { type MySqlColumn, unionAll } from "drizzle-orm/mysql-core";
import type { User } from "~/domain/account/account";
import { OPEN_STATES } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { db } from "~/services/db.server";
import { prepareOnServer } from "~/services/prepared.server";
import { deliveries, memories, profiles } from "~db/schema";
import { byNewestDelivery, PAGE_SIZE, summaryColumns } from "./vault-summary.server";

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
    .where(and(inArray(memories.state, [...OPEN_STATES]), isNull(deliveries.declinedAt), ...conditions))
    .orderBy(desc(deliveries.deliveryAt), desc(deliveries.vaultId))
    .limit(limit)
    .as("received");
}

export type ReceivedVault = { id: string; title: string; senderName: string; deliveredAt: Date; isOpened: boolean };

/** A delivery forwarded to a second email stays in the first recipient's list, who can still read it. */
const newest = prepareOnServer(
  unionAll(
    listed("deliveries_received", deliveries.recipientEmail),
    listed("deliveries_first_address", deliveries.firstEmail),
  ),
);

function listed(index: Wanted["index"], address: MySqlColumn) {
  const conditions = [eq(address, sql.placeholder("email")), ne(deliveries.senderId, sql.placeholder("userId"))];
  const found = newestReceived({ index, conditions, limit: PAGE_SIZE });
  return db
    .select({
      id: found.id,
      deliveryAt: found.deliveryAt,
      titleEncrypted: found.titleEncrypted,
      wrappedKey: found.wrappedKey,
      masterKeyId: found.masterKeyId,
      senderName: profiles.fullName,
      deliveredAt: found.receivedAt,
      openedAt: found.openedAt,
    })
    .from(found)
    .innerJoin(profiles, eq(profiles.id, found.senderId));
}

/** Newest first; empty until the user's email is verified. */
export async function listReceivedVaults(user: User): Promise<ReceivedVault[]> {
  if (!user.isEmailVerified) return [];
  const rows = await newest.execute({ email: user.email, userId: user.id });
  const ordered = rows.sort(byNewestDelivery).slice(0, PAGE_SIZE);
  return ordered.map(({ titleEncrypted, wrappedKey, masterKeyId, openedAt, deliveryAt: _, ...vault }) => ({
    ...vault,
    title: decryptTitle({ id: vault.id, titleEncrypted, wrappedKey, masterKeyId }),
    isOpened: openedAt !== null,
  }));
}
