import { bigint, index, mysqlTable, smallint, tinyint, uniqueIndex, varchar } from "drizzle-orm/mysql-core";
import { profiles } from "./account";
import { binary, digest, id, instant } from "./columns";
import { CHALLENGE_PURPOSES } from "./states";

const account = () =>
  id("user_id")
    .notNull()
    .references(() => profiles.id, { onDelete: "cascade" });

export const passkeys = mysqlTable(
  "passkeys",
  {
    id: id("id").primaryKey(),
    userId: account(),
    /** SHA-256 of `credentialId`, which is too long for an index. */
    credentialHash: digest("credential_hash").notNull(),
    /** Base64url, of at most 1,023 bytes (WebAuthn). */
    credentialId: varchar("credential_id", { length: 1_364 }).notNull(),
    publicKey: binary("public_key", { length: 2_048 }).notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    name: varchar("name", { length: 60 }).notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [uniqueIndex("passkeys_credential").on(table.credentialHash), index("passkeys_user").on(table.userId)],
);

/** Used once, in the browser that asked for it. */
export const passkeyChallenges = mysqlTable(
  "passkey_challenges",
  {
    tokenHash: digest("token_hash").primaryKey(),
    purpose: varchar("purpose", { length: 10, enum: CHALLENGE_PURPOSES }).notNull(),
    browserHash: digest("browser_hash").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("passkey_challenges_expiry").on(table.expiresAt)],
);

/** At most one app for each account, whose codes a login then needs (TOTP, RFC 6238). */
export const authenticators = mysqlTable(
  "authenticators",
  {
    id: id("id").primaryKey(),
    userId: account(),
    secretEncrypted: binary("secret_encrypted", { length: 64 }).notNull(),
    wrappedKey: binary("wrapped_key", { length: 80 }).notNull(),
    masterKeyId: smallint("master_key_id").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Null until a first code proves that the app has the secret. */
    confirmedAt: instant("confirmed_at"),
    /** The 30 seconds of the last code that was used, counted from 1970: no code works twice. */
    lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
  },
  (table) => [uniqueIndex("authenticators_user").on(table.userId)],
);

export const recoveryCodes = mysqlTable(
  "recovery_codes",
  {
    codeHash: digest("code_hash").primaryKey(),
    userId: account(),
    usedAt: instant("used_at"),
  },
  (table) => [index("recovery_codes_user").on(table.userId)],
);

/** Logins that lack their second step. */
export const pendingSignIns = mysqlTable(
  "pending_sign_ins",
  {
    tokenHash: digest("token_hash").primaryKey(),
    userId: account(),
    triesLeft: tinyint("tries_left").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("pending_sign_ins_user").on(table.userId), index("pending_sign_ins_expiry").on(table.expiresAt)],
);
