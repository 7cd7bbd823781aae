import { createDataKey, decrypt, encrypt, placeOf, unwrapDataKey, type WrappedKey } from "~/services/cipher.server";
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

export function decryptGiftNote({ checkoutId, noteEncrypted, ...wrapped }: EncryptedNote & { checkoutId: string }) {
  if (noteEncrypted.length === 0) return "";
  const key = unwrapDataKey(wrapped, placeOf(gifts.wrappedKey, checkoutId));
  return decrypt(key, noteEncrypted, placeOf(gifts.noteEncrypted, checkoutId)).toString("utf8");
}
