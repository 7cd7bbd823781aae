import { json, redirect } from "@remix-run/node";
import type { RequestContext } from "./request-context.server";

/** For the loader of a route without a page of its own: redirects a visit to `path`. A refused form stays and shows why. */
export function redirectTo({ isPost, isDataRequest }: RequestContext, path: string): Response {
  return isPost || isDataRequest ? json(null) : redirect(path);
}
