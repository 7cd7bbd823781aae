import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  char,
  customType,
  date,
  datetime,
  index,
  int,
  mediumtext as mediumText,
  mysqlTable,
  primaryKey,
  smallint,
  text,
  tinyint,
  uniqueIndex,
  varchar,
} from "drizzle-orm/mysql-core";

/** Ids are cuid2: 24 lower-case letters and digits. */
const id = (name: string) => char(name, { length: 24 });
/** A lower-case hex SHA-256 or HMAC-SHA-256: what is stored of a secret that only has to be recognised. */
const digest = (name: string) => char(name, { length: 64 });
/** RFC 5321 allows 254 characters; stored trimmed and in lower case. */
const emailAddress = (name: string) => varchar(name, { length: 254 });
/** Instants are UTC with milliseconds; never TIMESTAMP, which ends in 2038. */
const instant = (name: string) => datetime(name, { mode: "date", fsp: 3 });

const binary = customType<{ data: Buffer; config: { length: number }; configRequired: true }>({
  dataType: (config) => `varbinary(${config.length})`,
});
const mediumBlob = customType<{ data: Buffer }>({ dataType: () => "mediumblob" });

export const profiles = mysqlTable(
  "profiles",
  {
    id: id("id").primaryKey(),
    fullName: varchar("full_name", { length: 200 }).notNull(),
    email: emailAddress("email").notNull(),
    phone: varchar("phone", { length: 40 }),
    timeZone: varchar("time_zone", { length: 64 }).notNull().default("UTC"),
    emailVerifiedAt: instant("email_verified_at"),
    planId: varchar("plan_id", { length: 20 }).notNull().default("free"),
    vaultLimit: int("vault_limit").notNull().default(1),
    /** Places taken, and how many of them by vaults that have arrived: kept with every change, never counted. */
    vaultsUsed: int("vaults_used").notNull().default(0),
    vaultsDelivered: int("vaults_delivered").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [uniqueIndex("profiles_email").on(table.email)],
);

export const credentials = mysqlTable("credentials", {
  userId: id("user_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  /** PHC string of argon2id. */
  passwordHash: varchar("password_hash", { length: 255 }).notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export const sessions = mysqlTable(
  "sessions",
  {
    tokenHash: digest("token_hash").primaryKey(),
    userId: id("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("sessions_user").on(table.userId), index("sessions_expiry").on(table.expiresAt)],
);

/** Links sent by mail that work once: verify_address, password_reset. */
export const linkTokens = mysqlTable(
  "link_tokens",
  {
    tokenHash: digest("token_hash").primaryKey(),
    purpose: varchar("purpose", { length: 20 }).notNull(),
    userId: id("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** The address the link was sent to: a link dies with a change of address. */
    email: emailAddress("email").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("link_tokens_user").on(table.userId), index("link_tokens_expiry").on(table.expiresAt)],
);

export const memories = mysqlTable(
  "memories",
  {
    id: id("id").primaryKey(),
    userId: id("user_id")
      .notNull()
      .references(() => profiles.id),
    type: varchar("type", { length: 20 }).notNull(),
    state: varchar("state", { length: 12 }).notNull(),
    /** The vault's own key, wrapped by the master key `masterKeyId`. */
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    titleEncrypted: binary("title_encrypted", { length: 1200 }).notNull(),
    messageEncrypted: mediumBlob("message_encrypted").notNull(),
    /** The list of its owner in which it stands. */
    list: varchar("list", { length: 10 }).generatedAlwaysAs(
      sql`(case when state = 'delivered' then 'delivered' when state in ('scheduled', 'sealed', 'delivering', 'held') then 'pending' else state end)`,
      { mode: "stored" },
    ),
    /** Keyed digest of the title while the vault waits, else null: waiting titles of a user are distinct. */
    waitingTitle: digest("waiting_title"),
    /** Made with the form: a form submitted twice is one vault. */
    submissionId: id("submission_id").notNull(),
    /** The form it was first written in: what that form saves later is this vault's, or comes too late. */
    formId: id("form_id"),
    recipient: varchar("recipient", { length: 200 }),
    recipientEmail: emailAddress("recipient_email"),
    recipientPhone: varchar("recipient_phone", { length: 40 }),
    isMemoryBoard: boolean("is_memory_board").notNull().default(false),
    isFutureSelf: boolean("is_future_self").notNull().default(false),
    /** The letter's text travels in the delivery mail only if the creator chose so. */
    includesMessage: boolean("includes_message").notNull().default(false),
    /** Whether its creator is to be asked, once it is scheduled, to seal it. */
    isToBeSealed: boolean("is_to_be_sealed").notNull().default(false),
    deliveryDate: date("delivery_date", { mode: "string" }),
    deliveryHour: tinyint("delivery_hour").notNull().default(9),
    deliveryMinute: tinyint("delivery_minute").notNull().default(0),
    deliveryZone: varchar("delivery_zone", { length: 64 }).notNull().default("UTC"),
    /** The instant of date, hour and zone; null for drafts. */
    deliveryAt: instant("delivery_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    sealedAt: instant("sealed_at"),
    deliveredAt: instant("delivered_at"),
    cancelledAt: instant("cancelled_at"),
  },
  (table) => [
    uniqueIndex("memories_waiting_title").on(table.userId, table.waitingTitle),
    uniqueIndex("memories_submission").on(table.userId, table.submissionId),
    index("memories_form").on(table.formId, table.userId),
    index("memories_due").on(table.state, table.deliveryAt),
    index("memories_list").on(table.userId, table.list, table.deliveryAt, table.id),
    index("memories_list_type").on(table.userId, table.list, table.type, table.deliveryAt, table.id),
    index("memories_created").on(table.userId, table.createdAt),
    index("memories_held").on(table.userId, table.state, table.deliveryAt),
    index("memories_recipient").on(table.recipientEmail, table.state, table.deliveryAt),
  ],
);

/** The people a memory board goes to. Other vaults have their one recipient in `memories`. */
export const recipients = mysqlTable(
  "recipients",
  {
    memoryId: id("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    position: smallint("position").notNull(),
    name: varchar("name", { length: 200 }).notNull(),
    email: emailAddress("email").notNull(),
  },
  (table) => [primaryKey({ columns: [table.memoryId, table.position] })],
);

export const media = mysqlTable(
  "media",
  {
    id: id("id").primaryKey(),
    memoryId: id("memory_id")
      .notNull()
      .references(() => memories.id),
    position: smallint("position").notNull(),
    kind: varchar("kind", { length: 10 }).notNull(),
    /** Where the media store keeps it; never shown to anybody. */
    storageKey: varchar("storage_key", { length: 200 }).notNull(),
    contentType: varchar("content_type", { length: 100 }).notNull(),
    fileName: varchar("file_name", { length: 255 }).notNull(),
    altText: varchar("alt_text", { length: 500 }).notNull().default(""),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    sha256: digest("sha256").notNull(),
    /** Of the upright picture, in pixels. */
    width: int("width"),
    height: int("height"),
    /** The picture's mean colour as `#rrggbb`, shown until it has loaded. */
    colour: char("colour", { length: 7 }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("media_memory").on(table.memoryId, table.position)],
);

/**
 * Files on their way to a vault: from the first byte until the form they belong to is saved, when they become `media`.
 * Those of abandoned forms are swept.
 */
export const uploads = mysqlTable(
  "uploads",
  {
    id: id("id").primaryKey(),
    /** Keyed digest of the user's id or of a guest's cookie: nobody else reaches the file. */
    owner: digest("owner").notNull(),
    /** The `submissionId` of the form. */
    formId: id("form_id").notNull(),
    position: smallint("position").notNull(),
    /** receiving, ready. What is refused is deleted. */
    state: varchar("state", { length: 10 }).notNull(),
    kind: varchar("kind", { length: 10 }).notNull(),
    fileName: varchar("file_name", { length: 255 }).notNull(),
    altText: varchar("alt_text", { length: 500 }).notNull().default(""),
    storageKey: varchar("storage_key", { length: 200 }).notNull(),
    /** As announced before the first byte; how many of them have come is `receivedBytes`. */
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    receivedBytes: bigint("received_bytes", { mode: "number" }).notNull().default(0),
    /** Judged by the content once it is whole, as are the next four. */
    contentType: varchar("content_type", { length: 100 }),
    sha256: digest("sha256"),
    width: int("width"),
    height: int("height"),
    colour: char("colour", { length: 7 }),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("uploads_form").on(table.owner, table.formId, table.position),
    index("uploads_age").on(table.updatedAt),
  ],
);

/** Keys of the media store whose files are to be deleted: written in the transaction that lets go of them. */
export const discardedFiles = mysqlTable(
  "discarded_files",
  {
    storageKey: varchar("storage_key", { length: 200 }).primaryKey(),
    kind: varchar("kind", { length: 10 }).notNull(),
    discardedAt: instant("discarded_at").notNull(),
  },
  (table) => [index("discarded_files_age").on(table.discardedAt)],
);

/** What a visitor without account and script has written so far, reached by a cookie; kept 30 days. */
export const guestDrafts = mysqlTable(
  "guest_drafts",
  {
    tokenHash: digest("token_hash").primaryKey(),
    formId: id("form_id").notNull(),
    /** The form's values as encrypted JSON. */
    contentEncrypted: mediumBlob("content_encrypted").notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    /** Set when the visitor asked for delivery: it becomes a vault after signing in. */
    submittedAt: instant("submitted_at"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("guest_drafts_expiry").on(table.expiresAt)],
);

/** Ed25519 keys of this installation that sign certificates. Retired ones stay, so that old certificates can be checked. */
export const signingKeys = mysqlTable(
  "signing_keys",
  {
    id: id("id").primaryKey(),
    /** Raw 32 bytes. */
    publicKey: binary("public_key", { length: 32 }).notNull(),
    /** PKCS#8 DER under a key of its own. */
    privateKeyEncrypted: binary("private_key_encrypted", { length: 200 }).notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    createdAt: instant("created_at").notNull(),
    retiredAt: instant("retired_at"),
    /** 1 for the key that signs, else null: there is never more than one. */
    active: tinyint("active").generatedAlwaysAs(sql`(case when retired_at is null then 1 end)`, { mode: "stored" }),
  },
  (table) => [uniqueIndex("signing_keys_active").on(table.active)],
);

/** The certificate of a sealed vault: what lay in it at that moment, signed. Never changed. */
export const certificates = mysqlTable("certificates", {
  memoryId: id("memory_id")
    .primaryKey()
    .references(() => memories.id),
  /** Canonical JSON, exactly the bytes that were signed. Holds digests, no content. */
  manifest: mediumText("manifest").notNull(),
  signature: binary("signature", { length: 64 }).notNull(),
  signingKeyId: id("signing_key_id")
    .notNull()
    .references(() => signingKeys.id),
  /** What was mixed into the digests, under the vault's own key: it belongs to those who may read the vault. */
  saltEncrypted: binary("salt_encrypted", { length: 80 }).notNull(),
  createdAt: instant("created_at").notNull(),
});

/** One row per person a vault goes to, made when its delivery begins. */
export const deliveries = mysqlTable(
  "deliveries",
  {
    id: id("id").primaryKey(),
    memoryId: id("memory_id")
      .notNull()
      .references(() => memories.id),
    recipientName: varchar("recipient_name", { length: 200 }).notNull(),
    recipientEmail: emailAddress("recipient_email").notNull(),
    senderId: id("sender_id").notNull(),
    type: varchar("type", { length: 20 }).notNull(),
    /** The vault's own instant, so that what somebody received can be read in its order. */
    deliveryAt: instant("delivery_at").notNull(),
    state: varchar("state", { length: 10 }).notNull(),
    /** The message of the outbox that goes to the address as it is now: what is said of older ones changes nothing. */
    messageId: id("message_id"),
    /** How often the recipient was reminded of what was handed over and not opened. */
    reminders: tinyint("reminders").notNull().default(0),
    /** When something is to be done about it next; null when nothing is. */
    nextStepAt: instant("next_step_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    openedAt: instant("opened_at"),
  },
  (table) => [
    uniqueIndex("deliveries_recipient").on(table.memoryId, table.recipientEmail),
    index("deliveries_next_step").on(table.nextStepAt),
    index("deliveries_received").on(table.recipientEmail, table.deliveryAt, table.memoryId),
    index("deliveries_received_from").on(table.recipientEmail, table.senderId, table.deliveryAt, table.memoryId),
    index("deliveries_received_type").on(table.recipientEmail, table.type, table.deliveryAt, table.memoryId),
  ],
);

/**
 * Words of vaults that a person may search, as keyed digests of their own: the database can find a vault by a word
 * without being able to read it. See docs/decisions/0013-search-over-encrypted-text.md.
 */
export const searchTerms = mysqlTable(
  "search_terms",
  {
    /** A user's id, or the keyed digest of the address that received the vault. */
    owner: digest("owner").notNull(),
    term: binary("term", { length: 8 }).notNull(),
    deliveryAt: instant("delivery_at").notNull(),
    memoryId: id("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    /** Whether only the message has the word: those are forgotten when the vault is sealed. */
    isFromMessage: boolean("is_from_message").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.term, table.deliveryAt, table.memoryId] }),
    index("search_terms_memory").on(table.memoryId, table.owner),
  ],
);

/** The record of a vault: rows are added and never changed. */
export const deliveryEvents = mysqlTable(
  "delivery_events",
  {
    id: bigint("id", { mode: "number" }).autoincrement().primaryKey(),
    memoryId: id("memory_id")
      .notNull()
      .references(() => memories.id),
    deliveryId: id("delivery_id"),
    kind: varchar("kind", { length: 30 }).notNull(),
    /** What the outside answered, in its own words; never an address or content. */
    detail: varchar("detail", { length: 500 }).notNull().default(""),
    at: instant("at").notNull(),
  },
  (table) => [index("delivery_events_memory").on(table.memoryId, table.id)],
);

/** The outbox: every mail and text message that leaves is a row here first. */
export const messages = mysqlTable(
  "messages",
  {
    id: id("id").primaryKey(),
    kind: varchar("kind", { length: 30 }).notNull(),
    /** What makes this message the one it is, so that writing it twice makes one. */
    uniqueKey: varchar("unique_key", { length: 100 }).notNull(),
    toName: varchar("to_name", { length: 200 }).notNull(),
    toAddress: emailAddress("to_address").notNull(),
    /** The template's props as encrypted JSON, emptied once it is sent: they may hold a code or a letter. */
    propsEncrypted: mediumBlob("props_encrypted").notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    memoryId: id("memory_id"),
    deliveryId: id("delivery_id"),
    state: varchar("state", { length: 10 }).notNull(),
    attempts: int("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    attemptedAt: instant("attempted_at"),
    /** When its words stop being true, as those of a one-time code: after that it is not sent any more. */
    expiresAt: instant("expires_at"),
    /** From the moment of an attempt until its answer is known: the provider must be asked before the next one. */
    mayBeSent: boolean("may_be_sent").notNull().default(false),
    /** The fence: whoever writes an outcome must still hold this. */
    claimToken: id("claim_token"),
    claimedBy: varchar("claimed_by", { length: 64 }),
    claimedUntil: instant("claimed_until"),
    providerId: varchar("provider_id", { length: 300 }),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
  },
  (table) => [
    uniqueIndex("messages_unique_key").on(table.uniqueKey),
    index("messages_unsent").on(table.state, table.nextAttemptAt),
    index("messages_claimed_by").on(table.claimedBy, table.state),
  ],
);

/** What providers told us of messages that they took, each told thing once: kept first, handled by a task. */
export const providerEvents = mysqlTable(
  "provider_events",
  {
    id: id("id").primaryKey(),
    provider: varchar("provider", { length: 20 }).notNull(),
    /** The provider's own id of the event. */
    eventId: varchar("event_id", { length: 190 }).notNull(),
    /** Digest of the one-time token that the event was signed with: it signs no other. */
    tokenHash: digest("token_hash").notNull(),
    kind: varchar("kind", { length: 20 }).notNull(),
    /** The provider's name for it. */
    name: varchar("name", { length: 60 }).notNull(),
    messageId: id("message_id"),
    detail: varchar("detail", { length: 500 }).notNull().default(""),
    /** By the provider's clock. */
    at: instant("at").notNull(),
    receivedAt: instant("received_at").notNull(),
    handledAt: instant("handled_at"),
  },
  (table) => [
    uniqueIndex("provider_events_event").on(table.provider, table.eventId),
    uniqueIndex("provider_events_token").on(table.provider, table.tokenHash),
    index("provider_events_unhandled").on(table.handledAt, table.receivedAt),
  ],
);

/** One-time codes that open one delivery for whoever reads its address. */
export const openingCodes = mysqlTable(
  "opening_codes",
  {
    id: id("id").primaryKey(),
    deliveryId: id("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    codeHash: digest("code_hash").notNull(),
    triesLeft: tinyint("tries_left").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [
    index("opening_codes_delivery").on(table.deliveryId, table.createdAt),
    index("opening_codes_expiry").on(table.expiresAt),
  ],
);

/** A reader without an account: the session reaches one delivery and nothing else. */
export const readingSessions = mysqlTable(
  "reading_sessions",
  {
    tokenHash: digest("token_hash").primaryKey(),
    deliveryId: id("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("reading_sessions_expiry").on(table.expiresAt)],
);

/** Single facts about this installation, such as which edition of the time zones' rules its instants follow. */
export const installationFacts = mysqlTable("installation_facts", {
  name: varchar("name", { length: 40 }).primaryKey(),
  value: varchar("value", { length: 200 }).notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export const workerHeartbeats = mysqlTable("worker_heartbeats", {
  poolId: varchar("pool_id", { length: 64 }).primaryKey(),
  startedAt: instant("started_at").notNull(),
  beatAt: instant("beat_at").notNull(),
});

/** Laid out as rate-limiter-flexible's MySQL store expects. */
export const rateLimits = mysqlTable(
  "rate_limits",
  {
    key: varchar("key", { length: 255 }).primaryKey(),
    points: int("points").notNull().default(0),
    expire: bigint("expire", { mode: "number", unsigned: true }),
  },
  (table) => [index("rate_limits_expire").on(table.expire)],
);
