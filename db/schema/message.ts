import { boolean, double, index, int, mysqlTable, smallint, text, uniqueIndex, varchar } from "drizzle-orm/mysql-core";
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
    /** Encrypted JSON, emptied once it is sent: it may hold a code or a letter. */
    propsEncrypted: mediumBlob("props_encrypted").notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    vaultId: id("memory_id"),
    deliveryId: id("delivery_id"),
    state: varchar("state", { length: 10, enum: MESSAGE_STATES }).notNull(),
    attempts: int("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    attemptedAt: instant("attempted_at"),
    turnUntil: instant("turn_until"),
    expiresAt: instant("expires_at"),
    /** The result of an attempt is unknown: ask the provider before the next one. */
    mayBeSent: boolean("may_be_sent").notNull().default(false),
    /** Fencing token: a result is recorded only under the same claim. */
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
    index("messages_unsent").on(table.state, table.channel, table.nextAttemptAt),
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
    handledAt: instant("handled_at"),
  },
  (table) => [
    uniqueIndex("provider_events_event").on(table.provider, table.eventId),
    uniqueIndex("provider_events_token").on(table.provider, table.tokenHash),
    index("provider_events_unhandled").on(table.handledAt, table.receivedAt),
    index("provider_events_message").on(table.messageId),
  ],
);

export const providerAllowances = mysqlTable("provider_allowances", {
  provider: varchar("provider", { length: 20 }).primaryKey(),
  /** At `countedAt`. Below zero when urgent messages went ahead. */
  tokens: double("tokens").notNull(),
  countedAt: instant("counted_at").notNull(),
  pausedUntil: instant("paused_until"),
});
