import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits for a cookie or a link, as 43 URL-safe characters. */
export function createSecretToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 in hex, stored in place of the token. Its entropy makes a salt unnecessary. */
export function hashSecretToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Compares in a time that depends on the length alone. */
export function isSameSecret(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
