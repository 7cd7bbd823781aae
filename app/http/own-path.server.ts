import { safeRedirect } from "remix-utils/safe-redirect";
import { env } from "~/env.server";

/**
 * Returns a path of this site to redirect to, or `otherwise`. Browsers drop tabs and line breaks from URLs, so it is parsed
 * as they do (WHATWG URL).
 */
export function ownPath(given: string | null | undefined, otherwise: string): string {
  const path = safeRedirect(given, otherwise);
  const base = new URL(env.BASE_URL);
  const url = URL.canParse(path, base) ? new URL(path, base) : undefined;
  return url?.origin === base.origin ? url.pathname + url.search + url.hash : otherwise;
}

/** Returns the path of the page that sent a form, from its Referer; only paths of this site. */
export function pageBefore(request: Request, otherwise: string): string {
  const referrer = request.headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return otherwise;
  const { pathname, search } = new URL(referrer);
  return ownPath(pathname + search, otherwise);
}
