import { bigint, boolean, index, mysqlTable, primaryKey, tinyint, uniqueIndex, varchar } from "drizzle-orm/mysql-core";
import { profiles } from "./account";
import { digest, emailAddress, id, instant } from "./columns";
import { legacyContacts } from "./legacy";
import { memories } from "./vault";

/** One row per person a vault goes to, made when its delivery begins. */
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
    type: varchar("type", { length: 20 }).notNull(),
    /** The vault's own instant, so that what somebody received can be read in its order. */
    deliveryAt: instant("delivery_at").notNull(),
    state: varchar("state", { length: 10 }).notNull(),
    /** The rung of the ladder on which it stands. */
    rung: varchar("rung", { length: 20 }).notNull().default("first_address"),
    /** The address that was tried before the present one, whose link opens as well; null while there is only one. */
    firstEmail: emailAddress("first_email"),
    /** The number that a text message went to, whose link opens as well; null while none was written. */
    smsTo: varchar("sms_to", { length: 20 }),
    /** The message of the outbox that this rung wrote: what is said of older ones changes nothing. */
    messageId: id("message_id"),
    /** How often the recipient was reminded of what was handed over and not opened. */
    reminders: tinyint("reminders").notNull().default(0),
    /** When something is to be done about it next; null when nothing is. */
    nextStepAt: instant("next_step_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    openedAt: instant("opened_at"),
    /** When its recipient wants to be reminded of it; null when they did not ask. */
    remindAt: instant("remind_at"),
    /** When its recipient said that it is not for them: nothing more is sent about it. Null again once they read it. */
    declinedAt: instant("declined_at"),
  },
  (table) => [
    uniqueIndex("deliveries_recipient").on(table.vaultId, table.recipientEmail),
    index("deliveries_next_step").on(table.nextStepAt),
    index("deliveries_remind").on(table.remindAt),
    index("deliveries_first_address").on(table.firstEmail, table.deliveryAt, table.vaultId),
    index("deliveries_received").on(table.recipientEmail, table.deliveryAt, table.vaultId),
    index("deliveries_received_from").on(table.recipientEmail, table.senderId, table.deliveryAt, table.vaultId),
    index("deliveries_received_type").on(table.recipientEmail, table.type, table.deliveryAt, table.vaultId),
  ],
);

/** Senders from whom an address takes nothing any more. */
export const blockedSenders = mysqlTable(
  "blocked_senders",
  {
    senderId: id("sender_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** Keyed digest of the address: it only has to be recognised. */
    recipient: digest("recipient").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.senderId, table.recipient] })],
);

/** The record of a vault: rows are added and never changed. */
export const deliveryEvents = mysqlTable(
  "delivery_events",
  {
    id: bigint("id", { mode: "number" }).autoincrement().primaryKey(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id),
    deliveryId: id("delivery_id"),
    kind: varchar("kind", { length: 30 }).notNull(),
    /** What the outside answered, in its own words; never an address or content. */
    detail: varchar("detail", { length: 500 }).notNull().default(""),
    at: instant("at").notNull(),
  },
  (table) => [index("delivery_events_memory").on(table.vaultId, table.id)],
);

/** One-time codes for whoever reads the address of a delivery, or of a legacy contact: each is for one of the two. */
export const openingCodes = mysqlTable(
  "opening_codes",
  {
    id: id("id").primaryKey(),
    deliveryId: id("delivery_id").references(() => deliveries.id),
    contactId: id("contact_id").references(() => legacyContacts.id, { onDelete: "cascade" }),
    codeHash: digest("code_hash").notNull(),
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

/** A reader without an account: the session reaches one delivery, or what one legacy contact may see, and nothing else. */
export const readingSessions = mysqlTable(
  "reading_sessions",
  {
    tokenHash: digest("token_hash").primaryKey(),
    deliveryId: id("delivery_id").references(() => deliveries.id),
    contactId: id("contact_id").references(() => legacyContacts.id, { onDelete: "cascade" }),
    /** Whether it began with the vault's claim card, and not with a code that was sent somewhere. */
    isByCard: boolean("is_by_card").notNull().default(false),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("reading_sessions_expiry").on(table.expiresAt)],
);
