import { boolean, index, int, mysqlTable, smallint, uniqueIndex } from "drizzle-orm/mysql-core";
import { binary, digest, emailAddress, id, instant, mediumBlob, storedFileColumns } from "./columns";
import { deliveries } from "./delivery";

export const replies = mysqlTable(
  "replies",
  {
    id: id("id").primaryKey(),
    deliveryId: id("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    isFromSender: boolean("is_from_sender").notNull(),
    /** Whose list it is in: keyed as `owner` in `search_terms`. */
    reader: digest("reader").notNull(),
    /** The email or phone number with which a recipient wrote it, and where they hear of an answer. */
    answerTo: emailAddress("answer_to"),
    /** Under its own key. Empty for files alone. */
    textEncrypted: mediumBlob("text_encrypted").notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    formId: id("form_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("replies_form").on(table.deliveryId, table.formId),
    index("replies_conversation").on(table.deliveryId, table.createdAt, table.id),
    index("replies_reader").on(table.reader, table.createdAt, table.id),
  ],
);

/** Updated with each reply, never counted. */
export const replyTallies = mysqlTable("reply_tallies", {
  reader: digest("reader").primaryKey(),
  received: int("received").notNull(),
});

export const replyMedia = mysqlTable(
  "reply_media",
  {
    id: id("id").primaryKey(),
    replyId: id("reply_id")
      .notNull()
      .references(() => replies.id),
    ...storedFileColumns(),
  },
  (table) => [
    index("reply_media_reply").on(table.replyId, table.position),
    uniqueIndex("reply_media_storage_key").on(table.storageKey),
  ],
);
