import { LRUCache } from "lru-cache";
import {
  createDataKey,
  decrypt,
  encrypt,
  keyedDigest,
  placeOf,
  readIfIntact,
  unwrapDataKey,
  type WrappedKey,
} from "~/services/cipher.server";
import { log } from "~/services/log.server";
import { memories } from "~db/schema";
import { DISPLAY_TITLE } from "./vault";

export type EncryptedTitle = WrappedKey & { titleEncrypted: Buffer };
export type EncryptedContent = EncryptedTitle & { messageEncrypted: Buffer };
type OfVault = { id: string };

/** Each version of a letter has its own key. Only the vault with this id can be read with it. */
export function encryptContent(id: string, title: string, message: string): EncryptedContent {
  const { key, wrappedKey, masterKeyId } = createDataKey(placeOf(memories.wrappedKey, id));
  return {
    wrappedKey,
    masterKeyId,
    titleEncrypted: encrypt(key, title, placeOf(memories.titleEncrypted, id)),
    messageEncrypted: encrypt(key, message, placeOf(memories.messageEncrypted, id)),
  };
}

/** For a cancelled vault. Without the key, backups of the other columns are illegible as well. */
export const ERASED: Omit<EncryptedContent, "masterKeyId"> = {
  wrappedKey: Buffer.alloc(0),
  titleEncrypted: Buffer.alloc(0),
  messageEncrypted: Buffer.alloc(0),
};

export const isErased = ({ wrappedKey }: WrappedKey) => wrappedKey.length === 0;

/** Also for content stored elsewhere under the vault's key. */
export function vaultKey(row: WrappedKey & OfVault) {
  return unwrapDataKey(row, placeOf(memories.wrappedKey, row.id));
}

/** In milliseconds. A deleted title may stay in memory for twice as long. */
const TITLE_KEPT_MS = 120_000;
/** Keyed by everything that the authentication covers. */
const titles = new LRUCache<string, string>({ max: 2_000, ttl: TITLE_KEPT_MS });
setInterval(() => titles.purgeStale(), TITLE_KEPT_MS).unref();

/** Empty once the vault is cancelled. */
export function decryptTitle(row: EncryptedTitle & OfVault): string {
  if (isErased(row)) return "";
  const { id, masterKeyId, wrappedKey, titleEncrypted } = row;
  const name = `${id} ${masterKeyId} ${wrappedKey.length} ${wrappedKey.toString("latin1")}${titleEncrypted.toString("latin1")}`;
  const kept = titles.get(name);
  if (kept !== undefined) return kept;
  const title = decrypt(vaultKey(row), titleEncrypted, placeOf(memories.titleEncrypted, id)).toString("utf8");
  titles.set(name, title);
  return title;
}

/** Empty if it is damaged, so that one vault cannot break a list of vaults. */
export function legibleTitleOf(row: EncryptedTitle & OfVault): string {
  try {
    return decryptTitle(row);
  } catch (error) {
    log.error({ err: error, vaultId: row.id }, "a title cannot be decrypted");
    return "";
  }
}

/** Like `legibleTitleOf`, with a placeholder for mails and pages that need a title in any case. */
export function displayTitleOf(row: EncryptedTitle & OfVault): string {
  return legibleTitleOf(row) || DISPLAY_TITLE;
}

/** Both empty once the vault is cancelled; with `unreadable`, also what cannot be decrypted, which is named there. */
export function decryptContent(
  row: EncryptedContent & OfVault,
  unreadable?: string[],
): { title: string; message: string } {
  if (isErased(row)) return { title: "", message: "" };
  let key: ReturnType<typeof vaultKey> | undefined;
  const read = (text: "title" | "message") => {
    const column = `${text}Encrypted` as const;
    const plain = () => {
      key ??= vaultKey(row);
      return decrypt(key, row[column], placeOf(memories[column], row.id)).toString("utf8");
    };
    return readIfIntact(plain, text, unreadable) ?? "";
  };
  return { title: read("title"), message: read("message") };
}

/** Lets the database compare a user's waiting titles. */
export function waitingTitleOf(userId: string, title: string): string {
  return keyedDigest("waiting-title", `${userId}:${title.normalize("NFC").toLowerCase()}`);
}

/** The same when a form is submitted twice. */
export function idempotencyKeyOf(input: { formId: string }): string {
  return keyedDigest("idempotency-key", JSON.stringify(input)).slice(0, 24);
}
