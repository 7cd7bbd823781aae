import { createHash } from "node:crypto";

const SAFE_ID = /^[a-z0-9][a-z0-9.@_+-]{0,150}$/;

/**
 * The name of the file that holds the mail with this Message-Id: always the same, never that of another mail, and
 * harmless on every file system (ids with upper case or unusual characters are hashed).
 */
export function mailFileName(messageId: string): string {
  const id = SAFE_ID.test(messageId) ? messageId : createHash("sha256").update(messageId).digest("hex");
  return `${id}.eml`;
}

/** The id in a file name, or `null` for files that are not finished mails. */
export function mailIdOf(fileName: string): string | null {
  const id = fileName.endsWith(".eml") ? fileName.slice(0, -".eml".length) : "";
  return isMailId(id) ? id : null;
}

/** Whether a string from outside may be used as a mail's id: it cannot leave the folder or name a hidden file. */
export function isMailId(id: string): boolean {
  return SAFE_ID.test(id);
}
