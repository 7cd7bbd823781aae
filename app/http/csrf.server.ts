import { keyedDigest } from "~/services/cipher.server";
import { createSecretToken, isSameSecret } from "~/services/secret-token.server";
import { csrfCookie } from "./cookies.server";

/** The name of the hidden field in every form that posts. */
export const CSRF_FIELD = "csrf";

/** The visitor value of this browser, or a new one with the header that sets it. */
export async function ensureVisitor(request: Request): Promise<{ visitor: string; setCookie?: string }> {
  const visitor = await readVisitor(request);
  if (visitor) return { visitor };
  const created = createSecretToken();
  return { visitor: created, setCookie: await csrfCookie.serialize(created) };
}

/** The visitor value of this browser, if it has one. */
export async function readVisitor(request: Request): Promise<string | undefined> {
  const value: unknown = await csrfCookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && value.length === 43 ? value : undefined;
}

/**
 * A token for one page: an HMAC over the visitor's cookie and a salt (OWASP's signed double submit). The salt makes it
 * another one on every page, so that compression gives nothing away about it.
 */
export function createCsrfToken(visitor: string, salt = createSecretToken().slice(0, 11)): string {
  return `${salt}.${keyedDigest("csrf", `${salt}:${visitor}`, "base64url")}`;
}

/** Whether the form came from a page of ours that was shown to this browser. */
export async function isCsrfTokenValid(request: Request, token: unknown): Promise<boolean> {
  const visitor = await readVisitor(request);
  if (!visitor || typeof token !== "string") return false;
  const [salt = ""] = token.split(".", 1);
  return salt.length === 11 && isSameSecret(token, createCsrfToken(visitor, salt));
}
