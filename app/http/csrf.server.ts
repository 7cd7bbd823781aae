import { keyedDigest } from "~/services/cipher.server";
import { createSecretToken, isSameSecret } from "~/services/secret-token.server";
import { csrfCookie } from "./cookies.server";

export const CSRF_FIELD = "csrf";

export async function ensureVisitor(request: Request): Promise<{ visitor: string; setCookie?: string }> {
  const visitor = await readVisitor(request);
  if (visitor) return { visitor };
  const created = createSecretToken();
  return { visitor: created, setCookie: await csrfCookie.serialize(created) };
}

export async function readVisitor(request: Request): Promise<string | undefined> {
  const value: unknown = await csrfCookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && value.length === 43 ? value : undefined;
}

/** The visitor token. Call it after the CSRF check, which requires the cookie. */
export async function visitorOf(request: Request): Promise<string> {
  return (await readVisitor(request)) ?? "";
}

/**
 * An HMAC over the visitor token and a salt (OWASP's signed double-submit cookie). The salt makes the token differ on
 * every page, against compression attacks (BREACH).
 */
export function createCsrfToken(visitor: string, salt = createSecretToken().slice(0, 11)): string {
  return `${salt}.${keyedDigest("csrf", `${salt}:${visitor}`, "base64url")}`;
}

export async function isCsrfTokenValid(request: Request, token: unknown): Promise<boolean> {
  const visitor = await readVisitor(request);
  if (!visitor || typeof token !== "string") return false;
  const [salt = ""] = token.split(".", 1);
  return salt.length === 11 && isSameSecret(token, createCsrfToken(visitor, salt));
}
