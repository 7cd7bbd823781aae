import {
  bigint,
  boolean,
  index,
  int,
  mysqlTable,
  smallint,
  tinyint,
  uniqueIndex,
  varchar,
} from "drizzle-orm/mysql-core";
import { profiles } from "./account";
import { binary, emailAddress, id, instant, mediumBlob } from "./columns";
import { EXPORT_SOURCES, EXPORT_STATES, WAITING_CHOICES } from "./states";
import { memories } from "./vault";

/**
 * An account has one at a time. The archive is assembled from its entries during the download, and is stored nowhere.
 */
export const dataExports = mysqlTable(
  "data_exports",
  {
    id: id("id").primaryKey(),
    userId: id("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    state: varchar("state", { length: 10, enum: EXPORT_STATES }).notNull(),
    requestedAt: instant("requested_at").notNull(),
    /** Null once it is ready. */
    nextStepAt: instant("next_step_at"),
    failures: tinyint("failures").notNull().default(0),
    readyAt: instant("ready_at"),
    expiresAt: instant("expires_at"),
  },
  (table) => [
    uniqueIndex("data_exports_user").on(table.userId),
    index("data_exports_next_step").on(table.nextStepAt),
    index("data_exports_expiry").on(table.expiresAt),
  ],
);

/** A page or a list with its own content, or a file of the media store. */
export const dataExportEntries = mysqlTable(
  "data_export_entries",
  {
    id: id("id").primaryKey(),
    exportId: id("export_id")
      .notNull()
      .references(() => dataExports.id, { onDelete: "cascade" }),
    position: int("position").notNull(),
    path: varchar("path", { length: 500 }).notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** CRC-32 of the content; null until the file was read. */
    checksum: int("checksum", { unsigned: true }),
    /** The file could not be read, and is left out. */
    isMissing: boolean("is_missing").notNull().default(false),
    source: varchar("source", { length: 10, enum: EXPORT_SOURCES }).notNull(),
    /** The row of the file; null for a page. */
    sourceId: id("source_id"),
    /** Empty for a file. */
    contentEncrypted: mediumBlob("content_encrypted").notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
  },
  (table) => [uniqueIndex("data_export_entries_position").on(table.exportId, table.position)],
);

/** Accounts that are to be erased. Deleted when their owner signs in before. */
export const erasures = mysqlTable(
  "erasures",
  {
    userId: id("user_id")
      .primaryKey()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** What becomes of vaults that still wait. */
    waitingVaults: varchar("waiting_vaults", { length: 10, enum: WAITING_CHOICES }).notNull(),
    requestedAt: instant("requested_at").notNull(),
    eraseAt: instant("erase_at").notNull(),
    /** The reminder, then the erasure. */
    nextStepAt: instant("next_step_at").notNull(),
    isReminded: boolean("is_reminded").notNull().default(false),
    /** From then on it cannot be stopped; the profile has no email. */
    begunAt: instant("begun_at"),
    email: emailAddress("email"),
  },
  (table) => [index("erasures_next_step").on(table.nextStepAt)],
);

/** Vaults whose coming deletion was announced. */
export const retentions = mysqlTable(
  "retentions",
  {
    vaultId: id("memory_id")
      .primaryKey()
      .references(() => memories.id, { onDelete: "cascade" }),
    notices: tinyint("notices").notNull(),
    deleteAt: instant("delete_at").notNull(),
    /** The next notice or the deletion. */
    nextStepAt: instant("next_step_at").notNull(),
  },
  (table) => [index("retentions_next_step").on(table.nextStepAt)],
);
