import { createDataKey, decrypt, encrypt, placeOf, unwrapDataKey, type WrappedKey } from "~/services/cipher.server";
import { boardPosts } from "~db/schema";

type EncryptedText = WrappedKey & { textEncrypted: Buffer };

/** Each post has its own key. */
export function encryptPostText(id: string, text: string): EncryptedText {
  const { key, ...wrapped } = createDataKey(placeOf(boardPosts.wrappedKey, id));
  return { ...wrapped, textEncrypted: encrypt(key, text, placeOf(boardPosts.textEncrypted, id)) };
}

export function decryptPostText({ id, textEncrypted, ...wrapped }: EncryptedText & { id: string }): string {
  const key = unwrapDataKey(wrapped, placeOf(boardPosts.wrappedKey, id));
  return decrypt(key, textEncrypted, placeOf(boardPosts.textEncrypted, id)).toString("utf8");
}
