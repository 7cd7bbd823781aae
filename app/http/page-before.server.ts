import { ownPath } from "./own-path.server";

/** Returns the path of the page that sent a form, from its Referer; only paths of this site. */
export function pageBefore(request: Request, otherwise: string): string {
  const referrer = request.headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return otherwise;
  const { pathname, search } = new URL(referrer);
  return ownPath(pathname + search, otherwise);
}
