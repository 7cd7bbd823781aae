import { ownPath } from "./own-path.server";

/** The page that sent a form, as far as the browser says; only paths of our own. */
export function pageBefore(request: Request, otherwise: string): string {
  const referrer = request.headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return otherwise;
  const { pathname, search } = new URL(referrer);
  return ownPath(pathname + search, otherwise);
}
