import { randomBytes } from "node:crypto";
import type { User } from "~/domain/account/account";
import { findUserBySession } from "~/domain/account/session.server";
import { sessionCookie } from "./cookies.server";

/** What every loader and action of one request shares; handed to Remix as its load context. */
export type RequestContext = {
  requestId: string;
  clientAddress: string;
  /** Path and query of the page that was asked for. */
  path: string;
  /** Whether script asks for the data of a page, and not the browser for the page. */
  isDataRequest: boolean;
  /** Whether a form was posted: its page is drawn in the same request. */
  isPost: boolean;
  /** Of this response's Content-Security-Policy; only scripts that carry it run. */
  nonce: string;
  /** The signed-in person, looked up once per request however many loaders ask. */
  viewer: () => Promise<User | undefined>;
};

declare module "@remix-run/node" {
  interface AppLoadContext extends RequestContext {}
}

export function createRequestContext(
  request: Request,
  { requestId = "", clientAddress = "" }: { requestId?: string; clientAddress?: string } = {},
): RequestContext {
  const url = new URL(request.url);
  const isDataRequest = url.searchParams.has("_data");
  url.searchParams.delete("_data");
  let viewer: Promise<User | undefined> | undefined;
  return {
    requestId,
    clientAddress,
    path: url.pathname + url.search,
    isDataRequest,
    isPost: request.method === "POST",
    nonce: randomBytes(16).toString("base64"),
    viewer: () => {
      viewer ??= lookUpViewer(request);
      return viewer;
    },
  };
}

async function lookUpViewer(request: Request): Promise<User | undefined> {
  const token: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
  return typeof token === "string" && token ? findUserBySession(token) : undefined;
}
