import { randomBytes } from "node:crypto";
import type { User } from "~/domain/account/account";
import { findUserBySession } from "~/domain/account/session.server";
import { sessionCookie } from "./cookies.server";

export type RequestContext = {
  requestId: string;
  clientIp: string;
  path: string;
  isDataRequest: boolean;
  /** A posted form's page is rendered in the same request. */
  isPost: boolean;
  nonce: string;
  /** Looked up once per request. */
  viewer: () => Promise<User | undefined>;
};

declare module "@remix-run/node" {
  interface AppLoadContext extends RequestContext {}
}

export function createRequestContext(
  request: Request,
  { requestId = "", clientIp = "" }: { requestId?: string; clientIp?: string } = {},
): RequestContext {
  const url = new URL(request.url);
  const isDataRequest = url.searchParams.has("_data");
  url.searchParams.delete("_data");
  let viewer: Promise<User | undefined> | undefined;
  return {
    requestId,
    clientIp,
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
