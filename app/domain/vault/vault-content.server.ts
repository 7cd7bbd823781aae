import { createDataKey, decrypt, encrypt, keyedDigest, unwrapDataKey, type WrappedKey } from "~/services/cipher.server";

export type EncryptedContent = WrappedKey & { titleEncrypted: Buffer; messageEncrypted: Buffer };

/** Each version of a letter has its own key. */
export function encryptContent(title: string, message: string): EncryptedContent {
  const { key, wrappedKey, masterKeyId } = createDataKey();
  return { wrappedKey, masterKeyId, titleEncrypted: encrypt(key, title), messageEncrypted: encrypt(key, message) };
}

export function decryptTitle(row: WrappedKey & { titleEncrypted: Buffer }): string {
  return decrypt(unwrapDataKey(row), row.titleEncrypted).toString("utf8");
}

export function decryptContent(row: EncryptedContent): { title: string; message: string } {
  const key = unwrapDataKey(row);
  return {
    title: decrypt(key, row.titleEncrypted).toString("utf8"),
    message: decrypt(key, row.messageEncrypted).toString("utf8"),
  };
}

/** Lets the database compare a user's waiting titles. */
export function waitingTitleOf(userId: string, title: string): string {
  return keyedDigest("waiting-title", `${userId}:${title.normalize("NFC").toLowerCase()}`);
}

/** The same when a form is submitted twice. */
export function idempotencyKeyOf(input: { formId: string }): string {
  return keyedDigest("idempotency-key", JSON.stringify(input)).slice(0, 24);
}
