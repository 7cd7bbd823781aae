import { index, mysqlTable, uniqueIndex } from "drizzle-orm/mysql-core";
import { emailAddress, id, instant } from "./columns";

/** Unsubscribing deletes the row, and so does a week without confirmation. */
export const newsletterSubscribers = mysqlTable(
  "newsletter_subscribers",
  {
    id: id("id").primaryKey(),
    email: emailAddress("email").notNull(),
    requestedAt: instant("requested_at").notNull(),
    confirmedAt: instant("confirmed_at"),
  },
  (table) => [
    uniqueIndex("newsletter_subscribers_email").on(table.email),
    index("newsletter_subscribers_confirmed").on(table.confirmedAt, table.requestedAt),
  ],
);
