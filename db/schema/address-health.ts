import { mysqlTable, tinyint, uniqueIndex, varchar } from "drizzle-orm/mysql-core";
import { emailAddress, id, instant } from "./columns";
import { ADDRESS_ANSWERS, DOMAIN_STATUSES } from "./states";
import { memories } from "./vault";

export const addressHealth = mysqlTable(
  "address_health",
  {
    id: id("id").primaryKey(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    email: emailAddress("email").notNull(),
    domainStatus: varchar("domain_status", { length: 10, enum: DOMAIN_STATUSES }),
    domainCheckedAt: instant("domain_checked_at"),
    askedAt: instant("asked_at"),
    asks: tinyint("asks").notNull().default(0),
    answer: varchar("answer", { length: 10, enum: ADDRESS_ANSWERS }),
    answeredAt: instant("answered_at"),
    saidRightAt: instant("said_right_at"),
  },
  (table) => [uniqueIndex("address_health_address").on(table.vaultId, table.email)],
);
