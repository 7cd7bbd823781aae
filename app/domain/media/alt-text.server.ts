import type { MySqlColumn } from "drizzle-orm/mysql-core";
import {
  createDataKey,
  decrypt,
  encrypt,
  placeOf,
  readIfIntact,
  unwrapDataKey,
  type WrappedKey,
} from "~/services/cipher.server";
import { log } from "~/services/log.server";

/** `uploads`, one of the tables that a file moves to from there, or `draftCopies`. */
type DescribedTable = { wrappedKey: MySqlColumn; altTextEncrypted: MySqlColumn };
export type EncryptedAltText = WrappedKey & { altTextEncrypted: Buffer };

const NO_ALT_TEXT: EncryptedAltText = {
  wrappedKey: Buffer.alloc(0),
  masterKeyId: 0,
  altTextEncrypted: Buffer.alloc(0),
};

/** Each has its own key, and none while it is empty. */
export function encryptAltText(table: DescribedTable, id: string, altText: string): EncryptedAltText {
  if (altText === "") return NO_ALT_TEXT;
  const { key, ...wrapped } = createDataKey(placeOf(table.wrappedKey, id));
  return { ...wrapped, altTextEncrypted: encrypt(key, altText, placeOf(table.altTextEncrypted, id)) };
}

/** @throws CiphertextDamaged */
export function decryptAltText(
  table: DescribedTable,
  { id, altTextEncrypted, ...wrapped }: EncryptedAltText & { id: string },
): string {
  if (altTextEncrypted.length === 0) return "";
  const key = unwrapDataKey(wrapped, placeOf(table.wrappedKey, id));
  return decrypt(key, altTextEncrypted, placeOf(table.altTextEncrypted, id)).toString("utf8");
}

type DescribedRow = EncryptedAltText & { id: string; fileName: string };

/** Empty if it is damaged, which `unreadable` then names: without it, the file can still be seen. */
export function altTextOf(table: DescribedTable, row: DescribedRow, unreadable: string[] = []): string {
  const { id, fileName, wrappedKey, masterKeyId, altTextEncrypted } = row;
  const plain = () => decryptAltText(table, { id, wrappedKey, masterKeyId, altTextEncrypted });
  const altText = readIfIntact(plain, `description of ${fileName}`, unreadable);
  if (altText === undefined) log.error({ file: id }, "the description of a file cannot be decrypted");
  return altText ?? "";
}

/** The row with its alternative text as people read it. */
export function withAltText<Row extends DescribedRow>(table: DescribedTable, row: Row, unreadable?: string[]) {
  const { wrappedKey: _, masterKeyId: __, altTextEncrypted: ___, ...file } = row;
  return { ...file, altText: altTextOf(table, row, unreadable) };
}
