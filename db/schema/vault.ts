import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  mysqlTable,
  primaryKey,
  smallint,
  tinyint,
  uniqueIndex,
  varchar,
} from "drizzle-orm/mysql-core";
import { profiles } from "./account";
import { binary, digest, emailAddress, id, instant, mediumBlob, NEVER } from "./columns";
import { ADDRESS_STATUSES, VAULT_LISTS, VAULT_STATES, VAULT_TYPES } from "./states";

export const memories = mysqlTable(
  "memories",
  {
    id: id("id").primaryKey(),
    userId: id("user_id")
      .notNull()
      .references(() => profiles.id),
    type: varchar("type", { length: 20, enum: VAULT_TYPES }).notNull(),
    state: varchar("state", { length: 12, enum: VAULT_STATES }).notNull(),
    /** The vault's own key, wrapped by the master key `masterKeyId`. */
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    titleEncrypted: binary("title_encrypted", { length: 1200 }).notNull(),
    messageEncrypted: mediumBlob("message_encrypted").notNull(),
    list: varchar("list", { length: 10, enum: VAULT_LISTS }).generatedAlwaysAs(
      sql`(case when state = 'delivered' then 'delivered' when state in ('scheduled', 'sealed', 'delivering', 'held') then 'pending' else state end)`,
      { mode: "stored" },
    ),
    /** Keyed digest of the title while the vault waits: waiting titles of a user are unique. */
    waitingTitle: digest("waiting_title"),
    /** Digest of the submitted form: the same form sent twice is one vault. Null for drafts and cancelled vaults. */
    idempotencyKey: id("idempotency_key"),
    /** The form it was written in. A form has one vault; null for others made by sending that form again with changes. */
    formId: id("form_id"),
    recipient: varchar("recipient", { length: 200 }),
    recipientEmail: emailAddress("recipient_email"),
    recipientPhone: varchar("recipient_phone", { length: 40 }),
    /** Tried when the first address bounces. */
    secondEmail: emailAddress("second_email"),
    /** Asked for another address when the recipient cannot be reached. */
    backupName: varchar("backup_name", { length: 200 }),
    backupEmail: emailAddress("backup_email"),
    isMemoryBoard: boolean("is_memory_board").notNull().default(false),
    isFutureSelf: boolean("is_future_self").notNull().default(false),
    /** The letter's text travels in the delivery mail only if the creator chose so. */
    includesMessage: boolean("includes_message").notNull().default(false),
    /** Whether to ask its creator to seal it once it is scheduled. */
    isToBeSealed: boolean("is_to_be_sealed").notNull().default(false),
    deliveryDate: date("delivery_date", { mode: "string" }),
    deliveryHour: tinyint("delivery_hour").notNull().default(9),
    deliveryMinute: tinyint("delivery_minute").notNull().default(0),
    deliveryZone: varchar("delivery_zone", { length: 64 }).notNull().default("UTC"),
    /** The instant of date, hour and zone; null for drafts. */
    deliveryAt: instant("delivery_at"),
    /** When its addresses are next checked while it waits; null afterwards. */
    nextCheckAt: instant("next_check_at").default(NEVER),
    /** The worst of what is known of its addresses while it waits. */
    addressStatus: varchar("address_status", { length: 10, enum: ADDRESS_STATUSES }),
    /** Since when there is an address problem its owner should know of. */
    addressConcernAt: instant("address_concern_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    sealedAt: instant("sealed_at"),
    deliveredAt: instant("delivered_at"),
    cancelledAt: instant("cancelled_at"),
    /** Until when a held vault is kept to be claimed. */
    heldUntil: instant("held_until"),
  },
  (table) => [
    uniqueIndex("memories_waiting_title").on(table.userId, table.waitingTitle),
    uniqueIndex("memories_idempotency_key").on(table.userId, table.idempotencyKey),
    uniqueIndex("memories_form").on(table.formId, table.userId),
    index("memories_due").on(table.state, table.deliveryAt),
    index("memories_list").on(table.userId, table.list, table.deliveryAt, table.id),
    index("memories_list_type").on(table.userId, table.list, table.type, table.deliveryAt, table.id),
    index("memories_created").on(table.userId, table.createdAt),
    index("memories_held").on(table.userId, table.state, table.deliveryAt),
    index("memories_check").on(table.nextCheckAt, table.userId),
    index("memories_concern").on(table.userId, table.addressConcernAt),
    index("memories_recipient").on(table.recipientEmail, table.state, table.deliveryAt),
  ],
);

/** The recipients of a memory board. Other vaults have their one recipient in `memories`. */
export const recipients = mysqlTable(
  "recipients",
  {
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    position: smallint("position").notNull(),
    name: varchar("name", { length: 200 }).notNull(),
    email: emailAddress("email").notNull(),
  },
  (table) => [primaryKey({ columns: [table.vaultId, table.position] })],
);

/** A blind index of the words of vaults. See docs/decisions/0013-search-over-encrypted-text.md. */
export const searchTerms = mysqlTable(
  "search_terms",
  {
    /** A user's id, or the keyed digest of the email that received the vault. */
    owner: digest("owner").notNull(),
    term: binary("term", { length: 8 }).notNull(),
    deliveryAt: instant("delivery_at").notNull(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    /** Whether only the message has the word: those terms are deleted when the vault is sealed. */
    isFromMessage: boolean("is_from_message").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.term, table.deliveryAt, table.vaultId] }),
    index("search_terms_memory").on(table.vaultId, table.owner),
  ],
);
