import { safeRedirect } from "remix-utils/safe-redirect";
import { env } from "~/env.server";

/**
 * `given` if it is a path of this site. Parsed and rebuilt as browsers do (WHATWG URL), which drop tabs and resolve
 * dots: `/.//host` becomes `//host`, another site.
 */
export function ownPath(given: string | null | undefined, otherwise: string): string {
  const path = safeRedirect(given, otherwise);
  const base = new URL(env.BASE_URL);
  const url = URL.canParse(path, base) ? new URL(path, base) : undefined;
  const isOurs = url?.origin === base.origin && !url.pathname.startsWith("//");
  return isOurs ? url.pathname + url.search + url.hash : otherwise;
}

/** From the Referer; only paths of this site. */
export function previousPath(request: Request, otherwise: string): string {
  const referrer = request.headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return otherwise;
  const { pathname, search } = new URL(referrer);
  return ownPath(pathname + search, otherwise);
}
