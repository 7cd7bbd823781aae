import { boolean, mysqlTable, uniqueIndex } from "drizzle-orm/mysql-core";
import { digest, id, instant } from "./columns";
import { memories } from "./vault";

/** The claim card of a vault; a new one replaces it. */
export const claimCards = mysqlTable(
  "claim_cards",
  {
    vaultId: id("memory_id")
      .primaryKey()
      .references(() => memories.id, { onDelete: "cascade" }),
    /** Keyed: the code itself is only on the card. */
    codeHash: digest("code_hash").notNull(),
    /** Whether the card shows before the day that something is kept, and until when. */
    tellsDay: boolean("tells_day").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("claim_cards_code").on(table.codeHash)],
);
