import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { getTableName } from "drizzle-orm";
import type { MySqlColumn } from "drizzle-orm/mysql-core";
import { env } from "~/env.server";

const ALGORITHM = "aes-256-gcm";
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BODY_AT = 1 + NONCE_BYTES;
/** Of a wrapped data key. */
export const WRAPPED_KEY_BYTES = BODY_AT + 32 + TAG_BYTES;

const masterKeys = new Map(
  env.VAULT_MASTER_KEYS.split(",").map((entry) => {
    const [id = "", key = ""] = entry.split(":");
    return [Number(id), createSecretKey(key, "base64")];
  }),
);
/** Wraps everything new. */
export const newestMasterKeyId = Math.max(...masterKeys.keys());

export type WrappedKey = { wrappedKey: Buffer; masterKeyId: number };

/** Where a ciphertext is stored; it can be decrypted nowhere else. `id` is the row's, and never changes. */
export type Place = { table: string; id: string; column: string };

export function placeOf(column: MySqlColumn, id: string): Place {
  return { table: getTableName(column.table), id, column: column.name };
}

/** A fresh 256-bit key, wrapped with the newest master key for that place. */
export function createDataKey(place: Place): { key: KeyObject } & WrappedKey {
  const key = createSecretKey(randomBytes(32));
  return { key, ...wrap(key, place) };
}

function wrap(key: KeyObject, place: Place): WrappedKey {
  return { wrappedKey: encrypt(masterKey(newestMasterKeyId), key.export(), place), masterKeyId: newestMasterKeyId };
}

/** @throws MasterKeyMissing, or CiphertextDamaged when the bytes were changed or come from elsewhere */
export function unwrapDataKey({ wrappedKey, masterKeyId }: WrappedKey, place: Place): KeyObject {
  return createSecretKey(decrypt(masterKey(masterKeyId), wrappedKey, place));
}

/** The same data key, wrapped with the newest master key. @throws as `unwrapDataKey` */
export function rewrapDataKey(wrapped: WrappedKey, place: Place): WrappedKey {
  return wrap(unwrapDataKey(wrapped, place), place);
}

export class MasterKeyMissing extends Error {}

function masterKey(id: number): KeyObject {
  const key = masterKeys.get(id);
  if (!key) throw new MasterKeyMissing(`Master key ${id} is not in VAULT_MASTER_KEYS.`);
  return key;
}

/** A check value by key id, in hex (RFC 5869). It tells keys apart without revealing them. */
export function masterKeyChecks(): Map<number, string> {
  const checkOf = (key: KeyObject) => Buffer.from(hkdfSync("sha256", key, "", "amberkeep.master-key-check", 32));
  return new Map([...masterKeys].map(([id, key]) => [id, checkOf(key).toString("hex")]));
}

/**
 * AES-256-GCM, bound to `place` by the additional data; returns version, nonce, ciphertext and tag. Ciphers start four
 * times as fast with a KeyObject as with bytes.
 */
export function encrypt(key: KeyObject, plain: Buffer | string, place: Place): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(bindingTo(place));
  const body = Buffer.concat([
    cipher.update(typeof plain === "string" ? Buffer.from(plain, "utf8") : plain),
    cipher.final(),
  ]);
  return Buffer.concat([Buffer.of(VERSION), nonce, body, cipher.getAuthTag()]);
}

/** @throws CiphertextDamaged when the bytes were not made by `encrypt` with this key for this place, or were changed */
export function decrypt(key: KeyObject, sealed: Buffer, place: Place): Buffer {
  if (sealed[0] !== VERSION) throw new CiphertextDamaged(`${place.table}.${place.column} has an unknown format.`);
  const tagAt = sealed.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(1, BODY_AT), { authTagLength: TAG_BYTES });
    decipher.setAAD(bindingTo(place)).setAuthTag(sealed.subarray(tagAt));
    return Buffer.concat([decipher.update(sealed.subarray(BODY_AT, tagAt)), decipher.final()]);
  } catch (error) {
    throw new CiphertextDamaged(`${place.table}.${place.column} cannot be decrypted.`, { cause: error });
  }
}

export class CiphertextDamaged extends Error {}

/**
 * Returns what `read` decrypts. If that is damaged, returns undefined and adds `text`, its name, to `unreadable`.
 * @throws CiphertextDamaged without that list, and whatever else `read` throws
 */
export function readIfIntact<Read>(read: () => Read, text: string, unreadable: string[] | undefined): Read | undefined {
  try {
    return read();
  } catch (error) {
    return noteIfDamaged(error, text, unreadable);
  }
}

/** Like `readIfIntact`, for an error that was caught. @throws `error` itself unless it says that `text` is damaged */
export function noteIfDamaged(error: unknown, text: string, unreadable: string[] | undefined): undefined {
  if (!unreadable || !(error instanceof CiphertextDamaged)) throw error;
  unreadable.push(text);
}

/** JSON, so that no two places have the same bytes. */
const bindingTo = ({ table, id, column }: Place) => Buffer.from(JSON.stringify([VERSION, table, id, column]));

/** Derived from APP_SECRET, one key per purpose (RFC 5869), so that no signature can stand in for another. */
const derivedKeys = new Map<string, KeyObject>();
function derivedKey(purpose: string): KeyObject {
  let key = derivedKeys.get(purpose);
  if (!key) {
    key = createSecretKey(Buffer.from(hkdfSync("sha256", env.APP_SECRET, "", `amberkeep.${purpose}`, 32)));
    derivedKeys.set(purpose, key);
  }
  return key;
}

/** HMAC-SHA-256 of `value` under the key for `purpose`, in hex (64 characters) or base64url (43). */
export function keyedDigest(purpose: string, value: string, encoding: "hex" | "base64url" = "hex"): string {
  return createHmac("sha256", derivedKey(purpose)).update(value).digest(encoding);
}

const linkPlace = (purpose: string): Place => ({ table: "", id: purpose, column: "link" });

/** A token for a URL that shows nothing of `value`: AES-256-GCM under the key for `purpose`. */
export function sealToken(purpose: string, value: string): string {
  return encrypt(derivedKey(purpose), value, linkPlace(purpose)).toString("base64url");
}

/** Undefined unless `sealToken` made it for this purpose. */
export function openToken(purpose: string, token: string): string | undefined {
  try {
    return decrypt(derivedKey(purpose), Buffer.from(token, "base64url"), linkPlace(purpose)).toString("utf8");
  } catch {
    return undefined;
  }
}
