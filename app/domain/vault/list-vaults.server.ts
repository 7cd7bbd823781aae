import { and, asc, desc, eq, inArray, ne } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { db } from "~/services/db.server";
import { deliveries, memories, profiles } from "~db/schema";
import { OPEN_STATES, type VaultSummary } from "./vault";
import { decryptTitle } from "./vault-content.server";
import { beyond, type Cursor, PAGE_SIZE, summaryColumns, toPage, toSummary } from "./vault-summary.server";

export type VaultList = "pending" | "delivered";

/** The vaults of one of a user's lists from `after` on, `limit` of them: pending ones soonest first, delivered ones newest first. */
export function vaultsIn(user: User, list: VaultList, after?: Cursor, limit = PAGE_SIZE + 1) {
  const isSoonestFirst = list === "pending";
  const order = isSoonestFirst ? asc : desc;
  const place = beyond(after, isSoonestFirst ? "soonest_first" : "newest_first");
  return db
    .select(summaryColumns)
    .from(memories)
    .where(and(eq(memories.userId, user.id), eq(memories.list, list), place))
    .orderBy(order(memories.deliveryAt), order(memories.id))
    .limit(limit);
}

/** One page of the user's vaults. `next` is the place where the following page begins, or undefined at the end. */
export async function listVaults(
  user: User,
  list: VaultList,
  after?: Cursor,
): Promise<{ vaults: VaultSummary[]; next?: Cursor }> {
  const { page, next } = toPage((await vaultsIn(user, list, after)).map(toSummary));
  return { vaults: page, ...(next && { next }) };
}

export type ReceivedVault = { id: string; title: string; senderName: string; deliveredAt: Date; isOpened: boolean };

/** The newest vaults that reached the user's verified address, newest first; nothing for an address not verified. */
export async function listReceivedVaults(user: User): Promise<ReceivedVault[]> {
  if (!user.isEmailVerified) return [];
  const rows = await db
    .select({
      id: memories.id,
      titleEncrypted: memories.titleEncrypted,
      wrappedKey: memories.wrappedKey,
      masterKeyId: memories.masterKeyId,
      senderName: profiles.fullName,
      deliveredAt: deliveries.createdAt,
      openedAt: deliveries.openedAt,
    })
    .from(deliveries)
    .innerJoin(memories, eq(memories.id, deliveries.memoryId))
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .where(
      and(
        eq(deliveries.recipientEmail, user.email),
        ne(deliveries.senderId, user.id),
        inArray(memories.state, [...OPEN_STATES]),
      ),
    )
    .orderBy(desc(deliveries.deliveryAt), desc(deliveries.memoryId))
    .limit(PAGE_SIZE);
  return rows.map(({ titleEncrypted, wrappedKey, masterKeyId, openedAt, ...vault }) => ({
    ...vault,
    title: decryptTitle({ titleEncrypted, wrappedKey, masterKeyId }),
    isOpened: openedAt !== null,
  }));
}
