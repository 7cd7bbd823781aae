import { createDataKey, decrypt, encrypt, placeOf, unwrapDataKey, type WrappedKey } from "~/services/cipher.server";
import { replies } from "~db/schema";

export type EncryptedText = WrappedKey & { textEncrypted: Buffer };

/** Each reply has its own key. */
export function encryptReplyText(id: string, text: string): EncryptedText {
  const { key, ...wrapped } = createDataKey(placeOf(replies.wrappedKey, id));
  return { ...wrapped, textEncrypted: encrypt(key, text, placeOf(replies.textEncrypted, id)) };
}

export function decryptReplyText({ id, textEncrypted, ...wrapped }: EncryptedText & { id: string }): string {
  const key = unwrapDataKey(wrapped, placeOf(replies.wrappedKey, id));
  return decrypt(key, textEncrypted, placeOf(replies.textEncrypted, id)).toString("utf8");
}
