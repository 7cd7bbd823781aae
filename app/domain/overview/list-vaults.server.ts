import { and, asc, desc, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import type { VaultSummary } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import type { VaultList } from "~db/schema/states";
import { afterCursor, type Cursor, PAGE_SIZE, summaryColumns, toPage, toSummary } from "./vault-summary.server";

/** Pending vaults come soonest first, delivered ones newest first. */
export function vaultsIn(user: User, list: VaultList, after?: Cursor, limit = PAGE_SIZE + 1) {
  const isSoonestFirst = list === "pending";
  const order = isSoonestFirst ? asc : desc;
  const cursor = afterCursor(after, isSoonestFirst ? "soonest_first" : "newest_first");
  return db
    .select(summaryColumns)
    .from(memories, { forceIndex: "memories_list" })
    .where(and(eq(memories.userId, user.id), eq(memories.list, list), cursor))
    .orderBy(order(memories.deliveryAt), order(memories.id))
    .limit(limit);
}

/** `next` is the cursor of the following page, undefined at the end. */
export async function listVaults(
  user: User,
  list: VaultList,
  after?: Cursor,
): Promise<{ vaults: VaultSummary[]; next?: Cursor }> {
  const { page, next } = toPage((await vaultsIn(user, list, after)).map(toSummary));
  return { vaults: page, ...(next && { next }) };
}
