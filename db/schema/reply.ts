import { boolean, index, int, mysqlTable, smallint, uniqueIndex } from "drizzle-orm/mysql-core";
import { binary, digest, id, instant, mediumBlob, storedFile } from "./columns";
import { deliveries } from "./delivery";

/** What a recipient and the sender write to each other once a vault is open: a conversation for each delivery. */
export const replies = mysqlTable(
  "replies",
  {
    id: id("id").primaryKey(),
    deliveryId: id("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    /** Whether the sender of the vault wrote it, and not its recipient. */
    isFromSender: boolean("is_from_sender").notNull(),
    /** In whose list of replies it stands: an account's, or that of an address, as in `search_terms`. */
    reader: digest("reader").notNull(),
    /** Under a key of its own. Empty for files alone. */
    textEncrypted: mediumBlob("text_encrypted").notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    /** Made with the form: a form submitted twice is one reply. */
    formId: id("form_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("replies_form").on(table.deliveryId, table.formId),
    index("replies_conversation").on(table.deliveryId, table.createdAt, table.id),
    index("replies_reader").on(table.reader, table.createdAt, table.id),
  ],
);

/** How many replies stand in somebody's list: kept with every reply, never counted. */
export const replyTallies = mysqlTable("reply_tallies", {
  reader: digest("reader").primaryKey(),
  received: int("received").notNull(),
});

/** The files of replies: laid out as `media`, and apart from it, since they are no part of the vault. */
export const replyMedia = mysqlTable(
  "reply_media",
  {
    id: id("id").primaryKey(),
    replyId: id("reply_id")
      .notNull()
      .references(() => replies.id),
    ...storedFile(),
  },
  (table) => [
    index("reply_media_reply").on(table.replyId, table.position),
    uniqueIndex("reply_media_storage_key").on(table.storageKey),
  ],
);
