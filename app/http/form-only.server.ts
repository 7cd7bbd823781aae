import { json, redirect } from "@remix-run/node";
import type { RequestContext } from "./request-context.server";

/** For loaders of routes without a page: redirects a visit. A refused form stays and shows why. */
export function redirectTo({ isPost, isDataRequest }: RequestContext, path: string): Response {
  return isPost || isDataRequest ? json(null) : redirect(path);
}
