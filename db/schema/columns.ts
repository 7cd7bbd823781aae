import { sql } from "drizzle-orm";
import { bigint, char, customType, datetime, int, smallint, varchar } from "drizzle-orm/mysql-core";
import { MEDIA_KINDS } from "./states";

/** cuid2: 24 lower-case letters and digits. */
export const id = (name: string) => char(name, { length: 24 });
/** Lower-case hex of SHA-256 or HMAC-SHA-256. */
export const digest = (name: string) => char(name, { length: 64 });
/** At most 254 characters (RFC 5321); trimmed and in lower case. */
export const emailAddress = (name: string) => varchar(name, { length: 254 });
/** UTC with milliseconds; TIMESTAMP ends in 2038. */
export const instant = (name: string) => datetime(name, { mode: "date", fsp: 3 });
export const NEVER = new Date(0);

export const binary = customType<{ data: Buffer; config: { length: number }; configRequired: true }>({
  dataType: (config) => `varbinary(${config.length})`,
});
export const mediumBlob = customType<{ data: Buffer }>({ dataType: () => "mediumblob" });

/** Of a text that may be missing, and then has no key. */
export const optionalKeyColumns = () => ({
  wrappedKey: binary("wrapped_key", { length: 80 }).notNull().default(sql`''`),
  masterKeyId: smallint("master_key_id").notNull().default(0),
});
/** For 500 UTF-16 code units, which are at most 1,500 bytes. */
export const shortTextEncrypted = (name: string) => binary(name, { length: 1600 });

export const altTextColumns = () => ({
  altTextEncrypted: shortTextEncrypted("alt_text_encrypted").notNull().default(sql`''`),
  ...optionalKeyColumns(),
});

export const storedFileColumns = () => ({
  position: smallint("position").notNull(),
  kind: varchar("kind", { length: 10, enum: MEDIA_KINDS }).notNull(),
  /** In the media store; never shown to a user. */
  storageKey: varchar("storage_key", { length: 200 }).notNull(),
  /** Keyed digest: the file belongs to this row. */
  storageProof: digest("storage_proof").notNull(),
  contentType: varchar("content_type", { length: 100 }).notNull(),
  fileName: varchar("file_name", { length: 255 }).notNull(),
  ...altTextColumns(),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  sha256: digest("sha256").notNull(),
  /** Of the upright picture, in pixels. */
  width: int("width"),
  height: int("height"),
  /** `#rrggbb`, shown until the picture has loaded. */
  colour: char("colour", { length: 7 }),
  createdAt: instant("created_at").notNull(),
});
