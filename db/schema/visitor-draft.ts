import { index, mysqlTable, smallint } from "drizzle-orm/mysql-core";
import { binary, digest, id, instant, mediumBlob } from "./columns";

/** Drafts of visitors without a session, found by a cookie; kept 30 days. */
export const visitorDrafts = mysqlTable(
  "visitor_drafts",
  {
    tokenHash: digest("token_hash").primaryKey(),
    formId: id("form_id").notNull(),
    contentEncrypted: mediumBlob("content_encrypted").notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    submittedAt: instant("submitted_at"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("visitor_drafts_expiry").on(table.expiresAt)],
);
