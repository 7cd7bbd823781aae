import { mysqlTable, tinyint, uniqueIndex, varchar } from "drizzle-orm/mysql-core";
import { emailAddress, id, instant } from "./columns";
import { memories } from "./vault";

/** What is known of an address that a waiting vault goes to. Of addresses that nobody asked about there may be no row. */
export const addressHealth = mysqlTable(
  "address_health",
  {
    id: id("id").primaryKey(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    email: emailAddress("email").notNull(),
    /** What the domain name system said of its mail, when it last said anything: takes_mail, takes_none. */
    domainStatus: varchar("domain_status", { length: 10 }),
    domainCheckedAt: instant("domain_checked_at"),
    /** When whoever reads there was asked last whether it is theirs, and how often. */
    askedAt: instant("asked_at"),
    asks: tinyint("asks").notNull().default(0),
    /** What came back: confirmed, denied, or the question itself (returned). */
    answer: varchar("answer", { length: 10 }),
    answeredAt: instant("answered_at"),
    /** When the vault's owner said last that it is still right. */
    saidRightAt: instant("said_right_at"),
  },
  (table) => [uniqueIndex("address_health_address").on(table.vaultId, table.email)],
);
