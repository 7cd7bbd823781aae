import { boolean, index, int, mysqlTable, smallint, uniqueIndex } from "drizzle-orm/mysql-core";
import { binary, digest, id, instant, mediumBlob, storedFile } from "./columns";
import { deliveries } from "./delivery";

/** The conversation of a recipient and the sender about an open vault, one per delivery. */
export const replies = mysqlTable(
  "replies",
  {
    id: id("id").primaryKey(),
    deliveryId: id("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    /** Written by the sender of the vault, not by its recipient. */
    isFromSender: boolean("is_from_sender").notNull(),
    /** In whose list of replies it is: an account's, or an email's, as `owner` in `search_terms`. */
    reader: digest("reader").notNull(),
    /** Under its own key. Empty for files alone. */
    textEncrypted: mediumBlob("text_encrypted").notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    /** A form submitted twice is one reply. */
    formId: id("form_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("replies_form").on(table.deliveryId, table.formId),
    index("replies_conversation").on(table.deliveryId, table.createdAt, table.id),
    index("replies_reader").on(table.reader, table.createdAt, table.id),
  ],
);

/** How many replies a reader has received: updated with each, never counted. */
export const replyTallies = mysqlTable("reply_tallies", {
  reader: digest("reader").primaryKey(),
  received: int("received").notNull(),
});

/** The files of replies, which are no part of the vault. */
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
