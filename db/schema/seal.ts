import { sql } from "drizzle-orm";
import { mediumtext as mediumText, mysqlTable, smallint, tinyint, uniqueIndex } from "drizzle-orm/mysql-core";
import { binary, id, instant } from "./columns";
import { memories } from "./vault";

/** Ed25519. Retired keys stay, to verify old certificates. */
export const signingKeys = mysqlTable(
  "signing_keys",
  {
    id: id("id").primaryKey(),
    publicKey: binary("public_key", { length: 32 }).notNull(),
    /** PKCS#8 DER under its own key. */
    privateKeyEncrypted: binary("private_key_encrypted", { length: 200 }).notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    createdAt: instant("created_at").notNull(),
    retiredAt: instant("retired_at"),
    /** 1 for the key in use, else null: the unique index allows one. */
    active: tinyint("active").generatedAlwaysAs(sql`(case when retired_at is null then 1 end)`, { mode: "stored" }),
  },
  (table) => [uniqueIndex("signing_keys_active").on(table.active)],
);

export const certificates = mysqlTable("certificates", {
  vaultId: id("memory_id")
    .primaryKey()
    .references(() => memories.id),
  /** Canonical JSON, the bytes that were signed. Digests only, no content. */
  manifest: mediumText("manifest").notNull(),
  signature: binary("signature", { length: 64 }).notNull(),
  signingKeyId: id("signing_key_id")
    .notNull()
    .references(() => signingKeys.id),
  /** Under the vault's own key: only for those who may read the vault. */
  saltEncrypted: binary("salt_encrypted", { length: 80 }).notNull(),
  createdAt: instant("created_at").notNull(),
});
