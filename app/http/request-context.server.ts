import { randomBytes } from "node:crypto";
import type { User } from "~/domain/account/account";
import { extendSession, findSession, type Session } from "~/domain/account/session.server";
import type { Connection, LogChoices } from "~/server/server.server";
import { sessionCookie } from "./cookies.server";
import { readSentForm } from "./sent-form.server";

export type RequestContext = {
  requestId: string;
  clientIp: string;
  path: string;
  isDataRequest: boolean;
  /** A posted form's page is rendered in the same request. */
  isPost: boolean;
  nonce: string;
  /** Looked up once per request, together with the session. */
  viewer: () => Promise<User | undefined>;
  session: () => Promise<Session | undefined>;
  /** What was posted, for a page that says that it failed. */
  sentForm: () => ReturnType<typeof readSentForm>;
  /** For the log lines of this request; filled in once the viewer is known. */
  logChoices: LogChoices;
};

declare module "@remix-run/node" {
  interface AppLoadContext extends RequestContext {}
}

export function createRequestContext(
  request: Request,
  { requestId = "", clientIp = "", logChoices = {} }: Partial<Connection> = {},
): RequestContext {
  const url = new URL(request.url);
  const isDataRequest = url.searchParams.has("_data");
  url.searchParams.delete("_data");
  let found: ReturnType<typeof lookUpSession> | undefined;
  const lookUp = () => {
    found ??= lookUpSession(request, logChoices);
    return found;
  };
  return {
    requestId,
    clientIp,
    path: url.pathname + url.search,
    isDataRequest,
    isPost: request.method === "POST",
    nonce: randomBytes(16).toString("base64"),
    viewer: async () => (await lookUp())?.user,
    session: async () => (await lookUp())?.session,
    sentForm: () => readSentForm(request),
    logChoices,
  };
}

async function lookUpSession(
  request: Request,
  logChoices: LogChoices,
): Promise<{ user: User; session: Session } | undefined> {
  const token: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
  if (typeof token !== "string" || !token) return undefined;
  const found = await findSession(token);
  if (!found) return undefined;
  const { id, privacy } = found.user;
  Object.assign(logChoices, { hidesPath: privacy.analyticsOptOut, ...(privacy.dataSharing && { account: id }) });
  await extendSession(found.session);
  return found;
}
