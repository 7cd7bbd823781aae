import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import type { VaultSummary } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { prepareByShape } from "~/services/prepared.server";
import { memories } from "~db/schema";
import type { VaultList } from "~db/schema/states";
import { afterCursor, type Cursor, PAGE_SIZE, summaryColumns, toPage, toSummary } from "./vault-summary.server";

const vaultsIn = prepareByShape(({ list, isContinued }: { list: VaultList; isContinued: boolean }) => {
  const isSoonestFirst = list === "pending";
  const order = isSoonestFirst ? asc : desc;
  const cursor = { deliveryAt: sql.placeholder("deliveryAt"), id: sql.placeholder("id") };
  const isAfter = afterCursor(isContinued ? cursor : undefined, isSoonestFirst ? "soonest_first" : "newest_first");
  return db
    .select(summaryColumns)
    .from(memories, { forceIndex: "memories_list" })
    .where(and(eq(memories.userId, sql.placeholder("userId")), eq(memories.list, list), isAfter))
    .orderBy(order(memories.deliveryAt), order(memories.id))
    .limit(PAGE_SIZE + 1);
});

/**
 * Pending vaults come soonest first, delivered ones newest first. `next` is the cursor of the following page, undefined
 * at the end.
 */
export async function listVaults(
  user: User,
  list: VaultList,
  after?: Cursor,
): Promise<{ vaults: VaultSummary[]; next?: Cursor }> {
  const rows = await vaultsIn({ list, isContinued: after !== undefined }).execute({ userId: user.id, ...after });
  const { page, next } = toPage(rows.map(toSummary));
  return { vaults: page, ...(next && { next }) };
}
