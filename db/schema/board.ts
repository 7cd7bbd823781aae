import { index, mysqlTable, uniqueIndex, varchar } from "drizzle-orm/mysql-core";
import { digest, emailAddress, id, instant } from "./columns";
import { memories } from "./vault";

/** The link by which guests join a memory board: there is one at a time, and a new one takes its place. */
export const boardInvitations = mysqlTable(
  "board_invitations",
  {
    vaultId: id("memory_id")
      .primaryKey()
      .references(() => memories.id, { onDelete: "cascade" }),
    /** What the code is made of, together with APP_SECRET: the code itself stands nowhere. */
    seed: id("seed").notNull(),
    codeHash: digest("code_hash").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("board_invitations_code").on(table.codeHash)],
);

/** Who has joined a memory board by its link. */
export const boardGuests = mysqlTable(
  "board_guests",
  {
    id: id("id").primaryKey(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    name: varchar("name", { length: 200 }).notNull(),
    /** Where they are told that the board is opened; null for whoever left none. */
    email: emailAddress("email"),
    joinedAt: instant("joined_at").notNull(),
  },
  (table) => [
    uniqueIndex("board_guests_address").on(table.vaultId, table.email),
    index("board_guests_memory").on(table.vaultId, table.joinedAt),
  ],
);
