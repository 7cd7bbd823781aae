import { bigint, char, index, int, mysqlTable, smallint, varchar } from "drizzle-orm/mysql-core";
import { altTextColumns, digest, id, instant, storedFileColumns } from "./columns";
import { MEDIA_KINDS, UPLOAD_STATES } from "./states";
import { memories } from "./vault";

export const media = mysqlTable(
  "media",
  {
    id: id("id").primaryKey(),
    vaultId: id("memory_id")
      .notNull()
      .references(() => memories.id),
    ...storedFileColumns(),
  },
  (table) => [index("media_memory").on(table.vaultId, table.position)],
);

export const uploads = mysqlTable(
  "uploads",
  {
    id: id("id").primaryKey(),
    /** Keyed digest of the user's id or of a visitor's cookie. */
    owner: digest("owner").notNull(),
    formId: id("form_id").notNull(),
    position: smallint("position").notNull(),
    state: varchar("state", { length: 10, enum: UPLOAD_STATES }).notNull(),
    kind: varchar("kind", { length: 10, enum: MEDIA_KINDS }).notNull(),
    fileName: varchar("file_name", { length: 255 }).notNull(),
    ...altTextColumns(),
    storageKey: varchar("storage_key", { length: 200 }).notNull(),
    storageProof: digest("storage_proof").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    receivedBytes: bigint("received_bytes", { mode: "number" }).notNull().default(0),
    /** This and the next four are read from the complete content. */
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

/** To delete from the media store; written in the transaction that drops them. */
export const discardedFiles = mysqlTable(
  "discarded_files",
  {
    storageKey: varchar("storage_key", { length: 200 }).primaryKey(),
    kind: varchar("kind", { length: 10, enum: MEDIA_KINDS }).notNull(),
    discardedAt: instant("discarded_at").notNull(),
    attempts: smallint("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
  },
  (table) => [
    index("discarded_files_next").on(table.nextAttemptAt),
    index("discarded_files_attempts").on(table.attempts),
  ],
);
