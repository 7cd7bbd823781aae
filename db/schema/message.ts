import {
  boolean,
  double,
  index,
  int,
  mysqlTable,
  smallint,
  text,
  tinyint,
  uniqueIndex,
  varchar,
} from "drizzle-orm/mysql-core";
import { binary, digest, emailAddress, id, instant, mediumBlob } from "./columns";
import { CHANNELS, MESSAGE_STATES, PROVIDER_EVENT_KINDS, PROVIDERS } from "./states";

export const messages = mysqlTable(
  "messages",
  {
    id: id("id").primaryKey(),
    kind: varchar("kind", { length: 30 }).notNull(),
    channel: varchar("channel", { length: 10, enum: CHANNELS }).notNull().default("mail"),
    uniqueKey: varchar("unique_key", { length: 100 }).notNull(),
    toName: varchar("to_name", { length: 200 }).notNull(),
    toAddress: emailAddress("to_address").notNull(),
    /** Encrypted JSON, emptied once it is sent and need not be repeated: it may hold a code or a letter. */
    propsEncrypted: mediumBlob("props_encrypted").notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    vaultId: id("memory_id"),
    deliveryId: id("delivery_id"),
    state: varchar("state", { length: 10, enum: MESSAGE_STATES }).notNull(),
    /** The lowest leaves first; see `laneOf`. */
    lane: tinyint("lane").notNull(),
    attempts: int("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    attemptedAt: instant("attempted_at"),
    expiresAt: instant("expires_at"),
    /** The result of an attempt is unknown: ask the provider before the next one. */
    mayBeSent: boolean("may_be_sent").notNull().default(false),
    /** Fencing token: a result is recorded only under the same claim. */
    claimToken: id("claim_token"),
    claimedBy: varchar("claimed_by", { length: 64 }),
    claimedUntil: instant("claimed_until"),
    providerId: varchar("provider_id", { length: 300 }),
    lastError: text("last_error"),
    /** Of a failed message: whether its recipient was refused. */
    isRefused: boolean("is_refused").notNull().default(false),
    /** When to record the consequences of the result; null once they are. */
    followUpAt: instant("follow_up_at"),
    /** Of a sent message: when its content is emptied, if no report says before that it has arrived. */
    contentUntil: instant("content_until"),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
  },
  (table) => [
    uniqueIndex("messages_unique_key").on(table.uniqueKey),
    index("messages_unsent").on(table.state, table.channel, table.lane, table.nextAttemptAt),
    index("messages_follow_up").on(table.followUpAt),
    index("messages_content").on(table.contentUntil),
    index("messages_created").on(table.createdAt),
    index("messages_memory").on(table.vaultId),
    index("messages_to_address").on(table.toAddress),
    index("messages_claimed_by").on(table.claimedBy, table.state),
  ],
);

/** Webhook events: stored first, each once, and handled by a task. */
export const providerEvents = mysqlTable(
  "provider_events",
  {
    id: id("id").primaryKey(),
    provider: varchar("provider", { length: 20, enum: PROVIDERS }).notNull(),
    eventId: varchar("event_id", { length: 190 }).notNull(),
    /** Digest of the one-time token that signed the event, against replays. */
    tokenHash: digest("token_hash").notNull(),
    kind: varchar("kind", { length: 20, enum: PROVIDER_EVENT_KINDS }).notNull(),
    name: varchar("name", { length: 60 }).notNull(),
    messageId: id("message_id"),
    detail: varchar("detail", { length: 500 }).notNull().default(""),
    at: instant("at").notNull(),
    receivedAt: instant("received_at").notNull(),
    /** When to handle it; null once it is. */
    handleAt: instant("handle_at"),
  },
  (table) => [
    uniqueIndex("provider_events_event").on(table.provider, table.eventId),
    uniqueIndex("provider_events_token").on(table.provider, table.tokenHash),
    index("provider_events_unhandled").on(table.handleAt),
    index("provider_events_received").on(table.receivedAt),
    index("provider_events_kind").on(table.kind, table.receivedAt, table.provider),
    index("provider_events_message").on(table.messageId),
  ],
);

/** A token bucket for each provider, changed by compare-and-set on `version`. */
export const rateLimiters = mysqlTable("rate_limiters", {
  provider: varchar("provider", { length: 20 }).primaryKey(),
  version: int("version", { unsigned: true }).notNull().default(0),
  /** At `countedAt`. Below zero when urgent messages went ahead. */
  tokens: double("tokens").notNull(),
  countedAt: instant("counted_at").notNull(),
  pausedUntil: instant("paused_until"),
  pauseReason: varchar("pause_reason", { length: 200 }),
});
