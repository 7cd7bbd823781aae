import { CSRF_FIELD } from "~/http/csrf.server";
import { createRequestContext, type RequestContext } from "~/http/request-context.server";
import type { Browser } from "./browser";

const ORIGIN = "http://localhost:3000";

export type Fields = Record<string, string | readonly string[]>;

/** Creates the request of a form. The CSRF token is added unless `fields` has one. */
export function formRequest(path: string, fields: Fields, browser: Browser): Request {
  const body = new URLSearchParams();
  const all = { [CSRF_FIELD]: browser.csrfToken(), ...fields };
  for (const [name, values] of Object.entries(all)) for (const value of [values].flat()) body.append(name, value);
  return rawFormRequest(path, body.toString(), browser);
}

/** Creates the request of a form with this body, which may be malformed. */
export function rawFormRequest(
  path: string,
  body: BodyInit,
  browser: Browser,
  contentType = "application/x-www-form-urlencoded",
): Request {
  const headers = { Cookie: browser.cookie, Host: new URL(ORIGIN).host, "Content-Type": contentType };
  return new Request(ORIGIN + path, { method: "POST", headers, body });
}

export function pageRequest(path: string, browser: Browser, headers: Record<string, string> = {}): Request {
  return new Request(ORIGIN + path, { headers: { Cookie: browser.cookie, ...headers } });
}

export function requestContext(request: Request, browser: Browser): RequestContext {
  return createRequestContext(request, { requestId: "test", clientIp: browser.clientIp });
}

type Handler = (args: {
  request: Request;
  context: RequestContext;
  params: Record<string, string>;
}) => Response | Promise<Response>;

/** Returns the Response of a loader or an action, returned or thrown. */
export async function answerOf(
  handler: Handler,
  request: Request,
  browser: Browser,
  params: Record<string, string> = {},
): Promise<Response> {
  try {
    return await handler({ request, context: requestContext(request, browser), params });
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}
