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
import {
  binary,
  digest,
  emailAddress,
  id,
  instant,
  mediumBlob,
  NEVER,
  optionalKeyColumns,
  shortTextEncrypted,
} from "./columns";
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
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    titleEncrypted: binary("title_encrypted", { length: 1200 }).notNull(),
    messageEncrypted: mediumBlob("message_encrypted").notNull(),
    list: varchar("list", { length: 10, enum: VAULT_LISTS }).generatedAlwaysAs(
      sql`(case when state = 'delivered' then 'delivered' when state in ('scheduled', 'sealed', 'delivering', 'held') then 'pending' else state end)`,
      { mode: "stored" },
    ),
    /** Keyed digest, set while the vault waits: waiting titles of a user are unique. */
    waitingTitle: digest("waiting_title"),
    /** Digest of the form: sent twice it is one vault. Null for drafts and cancelled vaults. */
    idempotencyKey: id("idempotency_key"),
    /** A form has one vault; null for others made by sending that form again with changes. */
    formId: id("form_id"),
    /** Of a draft: the name that its form gave to the stored save (`form-version.server.ts`). */
    savedBy: varchar("saved_by", { length: 12 }),
    recipient: varchar("recipient", { length: 200 }),
    recipientEmail: emailAddress("recipient_email"),
    recipientPhone: varchar("recipient_phone", { length: 40 }),
    secondEmail: emailAddress("second_email"),
    backupName: varchar("backup_name", { length: 200 }),
    backupEmail: emailAddress("backup_email"),
    isMemoryBoard: boolean("is_memory_board").notNull().default(false),
    isFutureSelf: boolean("is_future_self").notNull().default(false),
    /** Whether the delivery mail includes the letter's text, which its sender chooses. */
    includesMessage: boolean("includes_message").notNull().default(false),
    isToBeSealed: boolean("is_to_be_sealed").notNull().default(false),
    deliveryDate: date("delivery_date", { mode: "string" }),
    deliveryHour: tinyint("delivery_hour").notNull().default(9),
    deliveryMinute: tinyint("delivery_minute").notNull().default(0),
    deliveryZone: varchar("delivery_zone", { length: 64 }).notNull().default("UTC"),
    /** The instant of date, hour and zone; null for drafts. */
    deliveryAt: instant("delivery_at"),
    /** The edition of the tz database by which `deliveryAt` was computed. */
    zoneEdition: varchar("zone_edition", { length: 20 }).notNull().default(""),
    waitingEdition: varchar("waiting_edition", { length: 20 }).generatedAlwaysAs(
      sql`(case when state in ('scheduled', 'sealed') then zone_edition end)`,
      { mode: "stored" },
    ),
    /** Copied from the profile. */
    isSenderVerified: boolean("is_sender_verified").notNull().default(false),
    /** After a failure: when to try again to begin the delivery. */
    deliveryRetryAt: instant("delivery_retry_at"),
    deliveryFailures: tinyint("delivery_failures").notNull().default(0),
    /** A board's deliveries are written a batch at a time: some are missing. */
    hasUnaddressed: boolean("has_unaddressed").notNull().default(false),
    /** Set only while the vault can be delivered, so that the index holds only those and a look reads only due rows. */
    dueAt: instant("due_at").generatedAlwaysAs(
      sql`(case when (state in ('scheduled', 'sealed') or has_unaddressed) and is_sender_verified then greatest(coalesce(delivery_retry_at, delivery_at), delivery_at) end)`,
      { mode: "stored" },
    ),
    nextCheckAt: instant("next_check_at").default(NEVER),
    /** After a failure: when to try the check again. What was due stays due by `nextCheckAt`. */
    checkRetryAt: instant("check_retry_at"),
    addressStatus: varchar("address_status", { length: 10, enum: ADDRESS_STATUSES }),
    addressConcernAt: instant("address_concern_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    sealedAt: instant("sealed_at"),
    deliveredAt: instant("delivered_at"),
    cancelledAt: instant("cancelled_at"),
    heldUntil: instant("held_until"),
  },
  (table) => [
    // InnoDB checks the foreign key with its first index on `userId`, and locks the profile whenever an entry of that
    // index changes. This index comes first, being unique and never null, and its entries never change.
    uniqueIndex("memories_created").on(table.userId, table.createdAt, table.id),
    uniqueIndex("memories_waiting_title").on(table.userId, table.waitingTitle),
    uniqueIndex("memories_idempotency_key").on(table.userId, table.idempotencyKey),
    uniqueIndex("memories_form").on(table.formId, table.userId),
    index("memories_due").on(table.dueAt),
    index("memories_waiting_edition").on(table.waitingEdition, table.id),
    index("memories_list").on(table.userId, table.list, table.deliveryAt, table.id),
    index("memories_list_type").on(table.userId, table.list, table.type, table.deliveryAt, table.id),
    index("memories_delivery").on(table.deliveryAt),
    index("memories_delivered").on(table.deliveredAt),
    index("memories_arrived").on(table.userId, table.deliveredAt, table.id),
    index("memories_held_until").on(table.heldUntil),
    index("memories_held").on(table.userId, table.state, table.deliveryAt),
    index("memories_check").on(table.nextCheckAt, table.userId),
    index("memories_concern").on(table.userId, table.addressConcernAt),
    index("memories_recipient").on(table.recipientEmail, table.state, table.deliveryAt),
  ],
);

/** What the owner of a scheduled vault has changed in its form and not saved yet. */
export const editDrafts = mysqlTable(
  "edit_drafts",
  {
    vaultId: id("memory_id")
      .primaryKey()
      .references(() => memories.id, { onDelete: "cascade" }),
    /** Uploads of this form belong to the draft. */
    formId: id("form_id").notNull(),
    contentEncrypted: mediumBlob("content_encrypted").notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    savedAt: instant("saved_at").notNull(),
  },
  (table) => [index("edit_drafts_form").on(table.formId), index("edit_drafts_saved").on(table.savedAt)],
);

/** Files of another vault that a draft sends again: copied when a button saves or schedules it. */
export const draftCopies = mysqlTable(
  "draft_copies",
  {
    id: id("id").primaryKey(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    /** The other vault, which may lose its files meanwhile. */
    originalId: id("original_id").notNull(),
    mediaId: id("media_id").notNull(),
    /** Files that were unticked stay listed, to be ticked again. */
    isTicked: boolean("is_ticked").notNull(),
    /** Null for that of the original. */
    altTextEncrypted: shortTextEncrypted("alt_text_encrypted"),
    ...optionalKeyColumns(),
  },
  (table) => [uniqueIndex("draft_copies_file").on(table.vaultId, table.mediaId)],
);

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

/** A blind index. See docs/decisions/0013-search-over-encrypted-text.md. */
export const searchTerms = mysqlTable(
  "search_terms",
  {
    owner: digest("owner").notNull(),
    term: binary("term", { length: 8 }).notNull(),
    deliveryAt: instant("delivery_at").notNull(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    /** Terms only in the message are deleted when the vault is sealed. */
    isFromMessage: boolean("is_from_message").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.term, table.deliveryAt, table.vaultId] }),
    index("search_terms_memory").on(table.vaultId, table.owner),
  ],
);
