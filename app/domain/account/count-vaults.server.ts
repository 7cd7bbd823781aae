import { eq, inArray, sql } from "drizzle-orm";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import type { User } from "./account";

export type VaultCounts = { waiting: number; delivered: number; drafts: number };

/** The counts that the account's owner sees before an erasure. */
export async function countVaults(user: Pick<User, "id">): Promise<VaultCounts> {
  const count = (states: readonly (typeof memories.$inferSelect)["state"][]) =>
    sql`coalesce(sum(case when ${inArray(memories.state, [...states])} then 1 else 0 end), 0)`.mapWith(Number);
  const [row] = await db
    .select({
      waiting: count(["scheduled", "sealed"]),
      delivered: count(["delivering", "delivered", "held"]),
      drafts: count(["draft"]),
    })
    .from(memories)
    .where(eq(memories.userId, user.id));
  return row ?? { waiting: 0, delivered: 0, drafts: 0 };
}
