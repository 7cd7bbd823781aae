import { index, mysqlTable, uniqueIndex, varchar } from "drizzle-orm/mysql-core";
import { digest, emailAddress, id, instant } from "./columns";
import { memories } from "./vault";

export const boardInvitations = mysqlTable(
  "board_invitations",
  {
    vaultId: id("memory_id")
      .primaryKey()
      .references(() => memories.id, { onDelete: "cascade" }),
    /** The code is derived from it and APP_SECRET, and is not stored. */
    seed: id("seed").notNull(),
    codeHash: digest("code_hash").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("board_invitations_code").on(table.codeHash)],
);

export const boardGuests = mysqlTable(
  "board_guests",
  {
    id: id("id").primaryKey(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    name: varchar("name", { length: 200 }).notNull(),
    email: emailAddress("email"),
    joinedAt: instant("joined_at").notNull(),
  },
  (table) => [
    uniqueIndex("board_guests_address").on(table.vaultId, table.email),
    index("board_guests_memory").on(table.vaultId, table.joinedAt),
  ],
);
