import { bigint, char, customType, datetime, int, smallint, varchar } from "drizzle-orm/mysql-core";

/** Ids are cuid2: 24 lower-case letters and digits. */
export const id = (name: string) => char(name, { length: 24 });
/** A lower-case hex SHA-256 or HMAC-SHA-256: what is stored of a secret that only has to be recognised. */
export const digest = (name: string) => char(name, { length: 64 });
/** RFC 5321 allows 254 characters; stored trimmed and in lower case. */
export const emailAddress = (name: string) => varchar(name, { length: 254 });
/** Instants are UTC with milliseconds; never TIMESTAMP, which ends in 2038. */
export const instant = (name: string) => datetime(name, { mode: "date", fsp: 3 });
/** Before anything happened here: the value of "when it is next" as long as nobody has worked it out. */
export const NEVER = new Date(0);

export const binary = customType<{ data: Buffer; config: { length: number }; configRequired: true }>({
  dataType: (config) => `varbinary(${config.length})`,
});
export const mediumBlob = customType<{ data: Buffer }>({ dataType: () => "mediumblob" });

/** What is known of a stored file, of a vault as of a reply: a set of its own for each table. */
export const storedFile = () => ({
  position: smallint("position").notNull(),
  kind: varchar("kind", { length: 10 }).notNull(),
  /** Where the media store keeps it; never shown to anybody. */
  storageKey: varchar("storage_key", { length: 200 }).notNull(),
  contentType: varchar("content_type", { length: 100 }).notNull(),
  fileName: varchar("file_name", { length: 255 }).notNull(),
  altText: varchar("alt_text", { length: 500 }).notNull().default(""),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  sha256: digest("sha256").notNull(),
  /** Of the upright picture, in pixels. */
  width: int("width"),
  height: int("height"),
  /** The picture's mean colour as `#rrggbb`, shown until it has loaded. */
  colour: char("colour", { length: 7 }),
  createdAt: instant("created_at").notNull(),
});
