import { index, mysqlTable, uniqueIndex } from "drizzle-orm/mysql-core";
import { digest, id, instant } from "./columns";
import { deliveries } from "./delivery";
import { memories } from "./vault";

export const shares = mysqlTable(
  "shares",
  {
    id: id("id").primaryKey(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id),
    /** The recipient who made it; null for the owner. */
    deliveryId: id("delivery_id").references(() => deliveries.id),
    /** The token is derived from the id and APP_SECRET, and is not stored. */
    tokenHash: digest("token_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    endsAt: instant("ends_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    uniqueIndex("shares_token").on(table.tokenHash),
    index("shares_memory").on(table.vaultId, table.createdAt),
    index("shares_delivery").on(table.deliveryId),
  ],
);
