import { sql } from "drizzle-orm";
import { boolean, index, int, mysqlTable, varchar } from "drizzle-orm/mysql-core";
import { profiles } from "./account";
import { digest, emailAddress, id, instant, optionalKeyColumns, shortTextEncrypted } from "./columns";
import { GIFT_MAIL_STATES, ORDER_ENTRY_KINDS, ORDER_PROBLEMS, ORDER_STATUSES } from "./states";

/** A checkout that was begun; its id travels with the payment. One may be paid twice, or never. */
export const checkouts = mysqlTable(
  "checkouts",
  {
    id: id("id").primaryKey(),
    /** Null once the account is erased: what was paid stays on record. */
    userId: id("user_id").references(() => profiles.id, { onDelete: "set null" }),
    planId: varchar("plan_id", { length: 20 }).notNull(),
    isGift: boolean("is_gift").notNull().default(false),
    /** Passed to the shop, to recognise an order without our id. */
    email: emailAddress("email").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("checkouts_user").on(table.userId, table.createdAt),
    index("checkouts_email").on(table.email, table.planId, table.createdAt),
  ],
);

/** What the shop reports about each order. Amounts are in cents of `currency`. */
export const orders = mysqlTable(
  "orders",
  {
    /** The shop's. */
    id: varchar("id", { length: 20 }).primaryKey(),
    checkoutId: id("checkout_id").references(() => checkouts.id),
    /** Null for a product that is no plan. */
    planId: varchar("plan_id", { length: 20 }),
    number: int("number").notNull(),
    status: varchar("status", { length: 10, enum: ORDER_STATUSES }).notNull(),
    currency: varchar("currency", { length: 3 }).notNull(),
    total: int("total").notNull(),
    /** The highest amount that was ever reported. */
    refunded: int("refunded").notNull(),
    /** Why it gives no plan although it is paid. */
    problem: varchar("problem", { length: 20, enum: ORDER_PROBLEMS }),
    orderedAt: instant("ordered_at").notNull(),
  },
  (table) => [index("orders_checkout").on(table.checkoutId)],
);

/** The ledger: only appended to. The entries of an order add up to its total less what was refunded. */
export const orderEntries = mysqlTable(
  "order_entries",
  {
    id: id("id").primaryKey(),
    orderId: varchar("order_id", { length: 20 })
      .notNull()
      .references(() => orders.id),
    kind: varchar("kind", { length: 10, enum: ORDER_ENTRY_KINDS }).notNull(),
    /** Negative for a refund. */
    amount: int("amount").notNull(),
    at: instant("at").notNull(),
    recordedAt: instant("recorded_at").notNull(),
  },
  (table) => [index("order_entries_order").on(table.orderId, table.recordedAt)],
);

export const gifts = mysqlTable(
  "gifts",
  {
    checkoutId: id("checkout_id")
      .primaryKey()
      .references(() => checkouts.id),
    giverName: varchar("giver_name", { length: 200 }).notNull(),
    recipientName: varchar("recipient_name", { length: 200 }).notNull(),
    recipientEmail: emailAddress("recipient_email").notNull(),
    noteEncrypted: shortTextEncrypted("note_encrypted").notNull().default(sql`''`),
    ...optionalKeyColumns(),
    /** Of the mail with its link; null until it is paid. */
    mailState: varchar("mail_state", { length: 10, enum: GIFT_MAIL_STATES }),
    claimedBy: id("claimed_by").references(() => profiles.id, { onDelete: "set null" }),
    claimedAt: instant("claimed_at"),
  },
  (table) => [index("gifts_claimed_by").on(table.claimedBy)],
);

/** Webhooks of the shop, without the buyer's data. */
export const billingEvents = mysqlTable(
  "billing_events",
  {
    /** Of the body. */
    digest: digest("digest").primaryKey(),
    name: varchar("name", { length: 60 }).notNull(),
    orderId: varchar("order_id", { length: 20 }),
    outcome: varchar("outcome", { length: 20 }).notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [index("billing_events_received").on(table.receivedAt)],
);
