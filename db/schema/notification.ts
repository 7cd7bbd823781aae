import { boolean, mysqlTable } from "drizzle-orm/mysql-core";
import { profiles } from "./account";
import { id, instant } from "./columns";

/** Without a row the defaults apply. Security mails are always sent. */
export const notificationPreferences = mysqlTable("notification_preferences", {
  userId: id("user_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  vaultDelivery: boolean("vault_delivery").notNull(),
  weeklyDigest: boolean("weekly_digest").notNull(),
  productUpdates: boolean("product_updates").notNull(),
  marketingEmails: boolean("marketing_emails").notNull(),
  updatedAt: instant("updated_at").notNull(),
});
