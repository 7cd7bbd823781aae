import { bigint, char, index, int, mysqlTable, smallint, varchar } from "drizzle-orm/mysql-core";
import { digest, id, instant, storedFile } from "./columns";
import { memories } from "./vault";

export const media = mysqlTable(
  "media",
  {
    id: id("id").primaryKey(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id),
    ...storedFile(),
  },
  (table) => [index("media_memory").on(table.vaultId, table.position)],
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
    /** The `formId` of the form. */
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
