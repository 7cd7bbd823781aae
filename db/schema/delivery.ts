import {
  bigint,
  boolean,
  index,
  mysqlTable,
  primaryKey,
  smallint,
  tinyint,
  uniqueIndex,
  varchar,
} from "drizzle-orm/mysql-core";
import { profiles } from "./account";
import { digest, emailAddress, id, instant } from "./columns";
import { legacyContacts } from "./legacy";
import { DELIVERY_RUNGS, DELIVERY_STATES, VAULT_TYPES } from "./states";
import { memories } from "./vault";

export const deliveries = mysqlTable(
  "deliveries",
  {
    id: id("id").primaryKey(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id),
    recipientName: varchar("recipient_name", { length: 200 }).notNull(),
    recipientEmail: emailAddress("recipient_email").notNull(),
    senderId: id("sender_id").notNull(),
    /** Of a board: what its host gets. It stays theirs when its address is corrected. */
    isHostCopy: boolean("is_host_copy").notNull().default(false),
    type: varchar("type", { length: 20, enum: VAULT_TYPES }).notNull(),
    /** Copied from the vault, to sort by. */
    deliveryAt: instant("delivery_at").notNull(),
    state: varchar("state", { length: 10, enum: DELIVERY_STATES }).notNull(),
    rung: varchar("rung", { length: 20, enum: DELIVERY_RUNGS }).notNull().default("first_address"),
    /** The address tried before the current one; its link still opens. */
    firstEmail: emailAddress("first_email"),
    smsTo: varchar("sms_to", { length: 20 }),
    /** Counts the messages that brought it to an address; part of their keys. */
    generation: smallint("generation").notNull().default(0),
    /** Of the current rung: events about older messages have no effect. */
    messageId: id("message_id"),
    reminders: tinyint("reminders").notNull().default(0),
    nextStepAt: instant("next_step_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    openedAt: instant("opened_at"),
    remindAt: instant("remind_at"),
    /** The email or phone number of the link with which that day was chosen. */
    remindTo: emailAddress("remind_to"),
    /** Nothing more is sent about it. Null again once the recipient reads it. */
    declinedAt: instant("declined_at"),
    /** By the sender, for both sides. */
    conversationClosedAt: instant("conversation_closed_at"),
    /** Links of earlier versions no longer work. */
    linkVersion: smallint("link_version").notNull().default(0),
    /** Whether its words can be searched by the account with `recipientEmail`, and by that with `firstEmail`. */
    isIndexed: boolean("is_indexed").notNull().default(false),
    isFirstIndexed: boolean("is_first_indexed").notNull().default(false),
    /** Entered with the links of this version. */
    wrongCodes: smallint("wrong_codes").notNull().default(0),
  },
  (table) => [
    uniqueIndex("deliveries_recipient").on(table.vaultId, table.recipientEmail),
    index("deliveries_next_step").on(table.nextStepAt),
    index("deliveries_remind").on(table.remindAt),
    index("deliveries_opened").on(table.senderId, table.openedAt),
    index("deliveries_unindexed").on(table.recipientEmail, table.isIndexed),
    index("deliveries_first_unindexed").on(table.firstEmail, table.isFirstIndexed),
    index("deliveries_first_address").on(table.firstEmail, table.deliveryAt, table.vaultId),
    index("deliveries_received").on(table.recipientEmail, table.deliveryAt, table.vaultId),
    index("deliveries_received_from").on(table.recipientEmail, table.senderId, table.deliveryAt, table.vaultId),
    index("deliveries_received_type").on(table.recipientEmail, table.type, table.deliveryAt, table.vaultId),
  ],
);

/** What an account received at a verified email that it has changed since. It stays in that account's lists. */
export const movedDeliveries = mysqlTable(
  "moved_deliveries",
  {
    userId: id("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    deliveryId: id("delivery_id")
      .notNull()
      .references(() => deliveries.id, { onDelete: "cascade" }),
    /** Both copied from the delivery, to sort by. */
    deliveryAt: instant("delivery_at").notNull(),
    vaultId: id("memory_id").notNull(),
    /** Whether its words can be searched by the account. */
    isIndexed: boolean("is_indexed").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.deliveryId] }),
    index("moved_deliveries_order").on(table.userId, table.deliveryAt, table.vaultId),
  ],
);

export const blockedSenders = mysqlTable(
  "blocked_senders",
  {
    senderId: id("sender_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    recipient: digest("recipient").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.senderId, table.recipient] }),
    index("blocked_senders_recipient").on(table.recipient),
  ],
);

export const deliveryEvents = mysqlTable(
  "delivery_events",
  {
    id: bigint("id", { mode: "number" }).autoincrement().primaryKey(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id),
    deliveryId: id("delivery_id"),
    kind: varchar("kind", { length: 30 }).notNull(),
    /** The remote server's response; never an address or content. */
    detail: varchar("detail", { length: 500 }).notNull().default(""),
    at: instant("at").notNull(),
  },
  (table) => [index("delivery_events_memory").on(table.vaultId, table.id)],
);

export const openingCodes = mysqlTable(
  "opening_codes",
  {
    id: id("id").primaryKey(),
    deliveryId: id("delivery_id").references(() => deliveries.id),
    contactId: id("contact_id").references(() => legacyContacts.id, { onDelete: "cascade" }),
    codeHash: digest("code_hash").notNull(),
    /** Of the cookie of the browser that asked. */
    browserHash: digest("browser_hash").notNull(),
    triesLeft: tinyint("tries_left").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [
    index("opening_codes_delivery").on(table.deliveryId, table.createdAt),
    index("opening_codes_contact").on(table.contactId, table.createdAt),
    index("opening_codes_expiry").on(table.expiresAt),
  ],
);

export const readingSessions = mysqlTable(
  "reading_sessions",
  {
    tokenHash: digest("token_hash").primaryKey(),
    deliveryId: id("delivery_id").references(() => deliveries.id),
    contactId: id("contact_id").references(() => legacyContacts.id, { onDelete: "cascade" }),
    isByCard: boolean("is_by_card").notNull().default(false),
    /** The email or phone number that got the code; null for a card and a legacy contact. */
    sentTo: emailAddress("sent_to"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("reading_sessions_expiry").on(table.expiresAt)],
);
