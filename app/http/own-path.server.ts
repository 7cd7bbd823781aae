import { safeRedirect } from "remix-utils/safe-redirect";
import { env } from "~/env.server";

/**
 * A path of our own to redirect to, or `otherwise`. Browsers drop tabs and line breaks from addresses before they read
 * them, so it is read here in the same way (WHATWG URL) and put together anew.
 */
export function ownPath(given: string | null | undefined, otherwise: string): string {
  const path = safeRedirect(given, otherwise);
  const base = new URL(env.BASE_URL);
  const url = URL.canParse(path, base) ? new URL(path, base) : undefined;
  return url?.origin === base.origin ? url.pathname + url.search + url.hash : otherwise;
}
