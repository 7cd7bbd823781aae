import { boolean, double, index, int, mysqlTable, smallint, text, uniqueIndex, varchar } from "drizzle-orm/mysql-core";
import { binary, digest, emailAddress, id, instant, mediumBlob } from "./columns";

/** The outbox: every mail and text message that leaves is a row here first. */
export const messages = mysqlTable(
  "messages",
  {
    id: id("id").primaryKey(),
    kind: varchar("kind", { length: 30 }).notNull(),
    channel: varchar("channel", { length: 10 }).notNull().default("mail"),
    /** What makes this message the one it is, so that writing it twice makes one. */
    uniqueKey: varchar("unique_key", { length: 100 }).notNull(),
    toName: varchar("to_name", { length: 200 }).notNull(),
    /** A mail address, or for texts a number as E.164 writes it. */
    toAddress: emailAddress("to_address").notNull(),
    /** The template's props as encrypted JSON, emptied once it is sent: they may hold a code or a letter. */
    propsEncrypted: mediumBlob("props_encrypted").notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    vaultId: id("memory_id"),
    deliveryId: id("delivery_id"),
    state: varchar("state", { length: 10 }).notNull(),
    attempts: int("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    attemptedAt: instant("attempted_at"),
    /** Until then it may leave without asking again whether its provider has room for it. */
    turnUntil: instant("turn_until"),
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
    index("messages_unsent").on(table.state, table.channel, table.nextAttemptAt),
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
    index("provider_events_message").on(table.messageId),
  ],
);

/** How much each provider may be sent just now: one allowance that all workers share. */
export const providerAllowances = mysqlTable("provider_allowances", {
  provider: varchar("provider", { length: 20 }).primaryKey(),
  /** Messages that may leave, at `countedAt`; it grows with time. Below zero when urgent ones went ahead. */
  tokens: double("tokens").notNull(),
  countedAt: instant("counted_at").notNull(),
  /** Until then it has asked for nothing more. */
  pausedUntil: instant("paused_until"),
});
