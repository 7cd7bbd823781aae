import { and, desc, eq, lt } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import type { VaultSummary } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import { PAGE_SIZE, summaryColumns, toSummary } from "./vault-summary.server";

/** In the dashboard's order. Drafts have no date, so the cursor is the last one's id; `next` is null at the end. */
export async function listDrafts(user: User, after?: string): Promise<{ drafts: VaultSummary[]; next: string | null }> {
  const rows = await db
    .select(summaryColumns)
    .from(memories, { forceIndex: "memories_list" })
    .where(and(eq(memories.userId, user.id), eq(memories.list, "draft"), after ? lt(memories.id, after) : undefined))
    .orderBy(desc(memories.deliveryAt), desc(memories.id))
    .limit(PAGE_SIZE + 1);
  const drafts = rows.slice(0, PAGE_SIZE).map(toSummary);
  return { drafts, next: rows.length > PAGE_SIZE ? (drafts.at(-1)?.id ?? null) : null };
}
