import { createHash } from "node:crypto";

const SAFE_ID = /^[a-z0-9][a-z0-9.@_+-]{0,150}$/;

/** Unique per Message-Id and safe on every file system: ids with upper case or unusual characters are hashed. */
export function mailFileName(messageId: string): string {
  const id = SAFE_ID.test(messageId) ? messageId : createHash("sha256").update(messageId).digest("hex");
  return `${id}.eml`;
}

export function mailIdOf(fileName: string): string | null {
  const id = fileName.endsWith(".eml") ? fileName.slice(0, -".eml".length) : "";
  return isMailId(id) ? id : null;
}

/** Whether an id from outside is safe as a name: it cannot leave the folder or name a hidden file. */
export function isMailId(id: string): boolean {
  return SAFE_ID.test(id);
}
