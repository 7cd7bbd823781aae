import { json, redirect } from "@remix-run/node";
import type { RequestContext } from "./request-context.server";

/**
 * For the loader of an address that takes forms and has nothing to look at: whoever comes without a form is led on to
 * `path`. A form that was refused stays, as that address says why.
 */
export function redirectTo({ isPost, isDataRequest }: RequestContext, path: string): Response {
  return isPost || isDataRequest ? json(null) : redirect(path);
}
