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
import { gifts } from "~db/schema";

type EncryptedNote = WrappedKey & { noteEncrypted: Buffer };

export const NO_NOTE: EncryptedNote = {
  wrappedKey: Buffer.alloc(0),
  masterKeyId: 0,
  noteEncrypted: Buffer.alloc(0),
};

/** Each has its own key, and none while it is empty. */
export function encryptGiftNote(checkoutId: string, note: string): EncryptedNote {
  if (note === "") return NO_NOTE;
  const { key, ...wrapped } = createDataKey(placeOf(gifts.wrappedKey, checkoutId));
  return { ...wrapped, noteEncrypted: encrypt(key, note, placeOf(gifts.noteEncrypted, checkoutId)) };
}

/** Empty if it is damaged: without it, the gift can still be mailed and claimed. */
export function decryptGiftNote({ checkoutId, noteEncrypted, ...wrapped }: EncryptedNote & { checkoutId: string }) {
  if (noteEncrypted.length === 0) return "";
  const plain = () => {
    const key = unwrapDataKey(wrapped, placeOf(gifts.wrappedKey, checkoutId));
    return decrypt(key, noteEncrypted, placeOf(gifts.noteEncrypted, checkoutId)).toString("utf8");
  };
  const note = readIfIntact(plain, "note", []);
  if (note === undefined) log.error({ checkoutId }, "the words with a gift cannot be decrypted");
  return note ?? "";
}
