import { index, mysqlTable, smallint } from "drizzle-orm/mysql-core";
import { binary, digest, instant, mediumBlob } from "./columns";

/** Found by a cookie, of visitors and accounts alike; kept for a day. */
export const helpConversations = mysqlTable(
  "help_conversations",
  {
    tokenHash: digest("token_hash").primaryKey(),
    turnsEncrypted: mediumBlob("turns_encrypted").notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("help_conversations_expiry").on(table.expiresAt)],
);
