import { bigint, boolean, index, int, mysqlTable, tinyint, uniqueIndex, varchar } from "drizzle-orm/mysql-core";
import { digest, emailAddress, id, instant, NEVER } from "./columns";
import { LINK_PURPOSES, PROFILE_VISIBILITIES, REQUESTED_LINKS, SECURITY_EVENTS } from "./states";

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
    /** From the operator, besides what was bought. */
    grantedPlanId: varchar("granted_plan_id", { length: 20 }).notNull().default("free"),
    vaultLimit: int("vault_limit").notNull().default(1),
    /** Updated with each change, never counted. `vaultsDelivered` lacks the rows of `tallyChanges`. */
    vaultsUsed: int("vaults_used").notNull().default(0),
    vaultsDelivered: int("vaults_delivered").notNull().default(0),
    profileVisibility: varchar("profile_visibility", { length: 10, enum: PROFILE_VISIBILITIES })
      .notNull()
      .default("private"),
    allowSearchByEmail: boolean("allow_search_by_email").notNull().default(false),
    showActivity: boolean("show_activity").notNull().default(false),
    dataSharing: boolean("data_sharing").notNull().default(false),
    analyticsOptOut: boolean("analytics_opt_out").notNull().default(false),
    /** Whether links that log in are mailed. */
    signsInByMail: boolean("signs_in_by_mail").notNull().default(true),
    nextDigestAt: instant("next_digest_at").notNull().default(NEVER),
    /** The last mail to this address that was given up. */
    failedMailAt: instant("failed_mail_at"),
    failedMailKind: varchar("failed_mail_kind", { length: 30 }),
    isFailedMailRefused: boolean("is_failed_mail_refused").notNull().default(false),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Erased; only the name is left, for what others have received from this account. */
    erasedAt: instant("erased_at"),
  },
  (table) => [
    uniqueIndex("profiles_email").on(table.email),
    index("profiles_digest").on(table.nextDigestAt),
    index("profiles_erased").on(table.erasedAt),
  ],
);

/** Changes of `vaultsDelivered` that are not added yet. No foreign key: it would lock the profile. */
export const tallyChanges = mysqlTable(
  "tally_changes",
  {
    id: bigint("id", { mode: "number" }).autoincrement().primaryKey(),
    userId: id("user_id").notNull(),
    delivered: tinyint("delivered").notNull(),
  },
  (table) => [index("tally_changes_user").on(table.userId)],
);

export const credentials = mysqlTable("credentials", {
  userId: id("user_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  passwordHash: varchar("password_hash", { length: 255 }).notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export const sessions = mysqlTable(
  "sessions",
  {
    tokenHash: digest("token_hash").primaryKey(),
    /** Names the session in forms. */
    id: id("id").notNull(),
    userId: id("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** Such as "Firefox on Windows". */
    device: varchar("device", { length: 80 }).notNull(),
    createdAt: instant("created_at").notNull(),
    /** When the user last proved their identity in this session. */
    confirmedAt: instant("confirmed_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("sessions_id").on(table.id),
    index("sessions_user").on(table.userId),
    index("sessions_expiry").on(table.expiresAt),
  ],
);

/** Answered by the worker, whether the email has an account or not, and then deleted. */
export const passwordResetRequests = mysqlTable(
  "password_reset_requests",
  {
    id: id("id").primaryKey(),
    email: emailAddress("email").notNull(),
    purpose: varchar("purpose", { length: 20, enum: REQUESTED_LINKS }).notNull().default("password_reset"),
    /** The page that asked: a path of this site. */
    returnTo: varchar("return_to", { length: 500 }),
    requestedAt: instant("requested_at").notNull(),
  },
  (table) => [index("password_reset_requests_age").on(table.requestedAt)],
);

export const linkTokens = mysqlTable(
  "link_tokens",
  {
    tokenHash: digest("token_hash").primaryKey(),
    purpose: varchar("purpose", { length: 20, enum: LINK_PURPOSES }).notNull(),
    userId: id("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** The link ends with a change of address. */
    email: emailAddress("email").notNull(),
    /** The address that `change_email` and `undo_email` set. */
    newEmail: emailAddress("new_email"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    /** Digest of the visitor, for links that the same browser may use again at once. */
    usedBy: digest("used_by"),
  },
  (table) => [
    index("link_tokens_user").on(table.userId),
    index("link_tokens_new_email").on(table.newEmail),
    index("link_tokens_expiry").on(table.expiresAt),
  ],
);

export const securityEvents = mysqlTable(
  "security_events",
  {
    id: id("id").primaryKey(),
    userId: id("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    kind: varchar("kind", { length: 30, enum: SECURITY_EVENTS }).notNull(),
    device: varchar("device", { length: 80 }).notNull(),
    happenedAt: instant("happened_at").notNull(),
  },
  (table) => [
    index("security_events_user").on(table.userId, table.happenedAt, table.id),
    index("security_events_age").on(table.happenedAt),
  ],
);
