import { date, mysqlTable, uniqueIndex } from "drizzle-orm/mysql-core";
import { digest, id, instant } from "./columns";
import { memories } from "./vault";

export const claimCards = mysqlTable(
  "claim_cards",
  {
    vaultId: id("memory_id")
      .primaryKey()
      .references(() => memories.id, { onDelete: "cascade" }),
    /** Keyed: the code itself is only on the card. */
    codeHash: digest("code_hash").notNull(),
    /** The day on the card, if its sender let it show one. The memory's may be changed afterwards. */
    printedDay: date("printed_day", { mode: "string" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("claim_cards_code").on(table.codeHash)],
);
