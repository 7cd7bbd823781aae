import {
  boolean,
  date,
  index,
  int,
  mysqlTable,
  primaryKey,
  smallint,
  uniqueIndex,
  varchar,
} from "drizzle-orm/mysql-core";
import { profiles } from "./account";
import { binary, digest, emailAddress, id, instant, mediumBlob, storedFileColumns } from "./columns";
import { POST_KINDS, POST_STATES } from "./states";
import { memories } from "./vault";

const ofVault = () =>
  id("memory_id")
    .notNull()
    .references(() => memories.id, { onDelete: "cascade" });

/** What its host chose for a board; without a row it has the defaults. */
export const boardSettings = mysqlTable("board_settings", {
  vaultId: ofVault().primaryKey(),
  needsApproval: boolean("needs_approval").notNull().default(false),
  /** Whether guests see each other's pieces before the reveal. */
  isOpen: boolean("is_open").notNull().default(false),
  isPaused: boolean("is_paused").notNull().default(false),
  /** The last day for pieces, in the board's zone. */
  closesOn: date("closes_on", { mode: "string" }),
});

/** Boards with pieces that their host, the owner, has not looked at yet. */
export const boardNews = mysqlTable(
  "board_news",
  {
    vaultId: ofVault().primaryKey(),
    ownerId: id("owner_id").notNull(),
    /** Pieces created since then are new. */
    since: instant("since").notNull(),
    newestAt: instant("newest_at").notNull(),
  },
  (table) => [index("board_news_owner").on(table.ownerId, table.newestAt)],
);

/** What a board's guests read first. Its message is for the recipients. */
export const boardWelcomes = mysqlTable("board_welcomes", {
  vaultId: ofVault().primaryKey(),
  textEncrypted: mediumBlob("text_encrypted").notNull(),
  wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
  masterKeyId: smallint("master_key_id").notNull(),
});

export const boardInvitations = mysqlTable(
  "board_invitations",
  {
    vaultId: ofVault().primaryKey(),
    /** The code is derived from it and APP_SECRET, and is not stored. */
    seed: id("seed").notNull(),
    codeHash: digest("code_hash").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("board_invitations_code").on(table.codeHash)],
);

export const boardGuests = mysqlTable(
  "board_guests",
  {
    id: id("id").primaryKey(),
    vaultId: ofVault(),
    name: varchar("name", { length: 200 }).notNull(),
    /** Anyone can type any address, so nothing is sent there at the reveal until it is confirmed. */
    email: emailAddress("email"),
    emailConfirmedAt: instant("email_confirmed_at"),
    /** The account that took over the guest's pieces. */
    userId: id("user_id").references(() => profiles.id),
    joinedAt: instant("joined_at").notNull(),
  },
  (table) => [
    index("board_guests_memory").on(table.vaultId, table.joinedAt),
    index("board_guests_user").on(table.userId, table.joinedAt),
    index("board_guests_email").on(table.email),
  ],
);

/** Guests with an account whom a host removed: pages tell them so, in any browser. */
export const removedGuests = mysqlTable(
  "removed_guests",
  {
    guestId: id("guest_id").primaryKey(),
    vaultId: ofVault(),
    userId: id("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
  },
  (table) => [index("removed_guests_memory").on(table.vaultId), index("removed_guests_user").on(table.userId)],
);

export const boardHosts = mysqlTable(
  "board_hosts",
  {
    vaultId: ofVault(),
    email: emailAddress("email").notNull(),
    name: varchar("name", { length: 200 }).notNull(),
    invitedAt: instant("invited_at").notNull(),
    /** First visit with an account that has this verified email. */
    acceptedAt: instant("accepted_at"),
  },
  (table) => [primaryKey({ columns: [table.vaultId, table.email] }), index("board_hosts_email").on(table.email)],
);

export const boardPosts = mysqlTable(
  "board_posts",
  {
    id: id("id").primaryKey(),
    vaultId: ofVault(),
    guestId: id("guest_id")
      .notNull()
      .references(() => boardGuests.id),
    kind: varchar("kind", { length: 10, enum: POST_KINDS }).notNull(),
    state: varchar("state", { length: 10, enum: POST_STATES }).notNull(),
    /** Under its own key. Empty for a file without words. */
    textEncrypted: mediumBlob("text_encrypted").notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    /** Of a note, in UTF-16 code units; 0 for words beside a file, which are not limited together. */
    characters: int("characters").notNull(),
    formId: id("form_id").notNull(),
    /** A form with several files makes several pieces. */
    part: smallint("part").notNull(),
    reportedAt: instant("reported_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("board_posts_form").on(table.guestId, table.formId, table.part),
    index("board_posts_memory").on(table.vaultId, table.createdAt, table.id),
    index("board_posts_changed").on(table.vaultId, table.updatedAt),
  ],
);

export const boardMedia = mysqlTable(
  "board_media",
  {
    id: id("id").primaryKey(),
    postId: id("post_id")
      .notNull()
      .references(() => boardPosts.id),
    ...storedFileColumns(),
  },
  (table) => [
    uniqueIndex("board_media_post").on(table.postId),
    uniqueIndex("board_media_storage_key").on(table.storageKey),
  ],
);
