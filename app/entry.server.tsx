import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { env } from "./env.server";
import { contentSecurityPolicy } from "./server/security-headers.server";
import { WholeResponse } from "./server/whole-response.server";
import { log } from "./services/log.server";
import { nameFormActions } from "./ui/shell/form-actions";
import { runsScript } from "./ui/shell/hydration";
import { lightDocument, lightHandoff } from "./ui/shell/light-document";
import { NonceContext } from "./ui/shell/nonce";
import { SentFormContext } from "./ui/shell/sent-form";

const isBuilt = env.NODE_ENV !== "development";

/** Rendered as a whole: pages work without JavaScript, which streaming needs. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { nonce, isPost, sentForm }: AppLoadContext,
): Promise<Response> {
  const context = isBuilt ? { ...remix, serverHandoffString: lightHandoff(remix.serverHandoffString) } : remix;
  const hasFailed = status >= 500 && remix.staticHandlerContext.errors !== null;
  const sent = isPost && hasFailed ? await sentForm() : undefined;
  const html = renderToString(
    <NonceContext.Provider value={nonce}>
      <SentFormContext.Provider value={sent}>
        <RemixServer context={context} url={request.url} />
      </SentFormContext.Provider>
    </NonceContext.Provider>,
  );
  const matches = remix.staticHandlerContext.matches.map(({ route }) => ({
    handle: remix.routeModules[route.id]?.handle,
  }));
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(runsScript(matches) ? nonce : undefined));
  if (!sent && isPublicPage(remix)) {
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
    if (status === 200) headers.set("X-Robots-Tag", "all");
  }
  return new WholeResponse(
    `<!doctype html>${isBuilt ? nameFormActions(lightDocument(html), new URL(request.url)) : html}`,
    {
      status,
      headers,
    },
  );
}

/** Query parameters whose values open something, as every path parameter may. */
const SECRETS = ["token", "code", "share"];
/** The path parameter of help articles opens nothing. */
const OPEN_PARAMETERS = ["article"];

/** Other pages must not be stored (the default), so that Back shows nothing after a logout, nor be indexed. */
function isPublicPage({ staticHandlerContext: { loaderData, location, matches } }: EntryContext): boolean {
  const isSignedIn = Boolean((loaderData.root as { viewer?: unknown } | undefined)?.viewer);
  const query = new URLSearchParams(location.search);
  const hasSecret =
    matches.some(({ params }) => Object.keys(params).some((name) => !OPEN_PARAMETERS.includes(name))) ||
    SECRETS.some((name) => query.has(name));
  return !isSignedIn && !hasSecret;
}

/** The reader sees the request's id. */
export function handleError(error: unknown, { request, context }: { request: Request; context: unknown }): void {
  // Remix's own 4xx errors quote the URL, and URLs contain tokens.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const { requestId, logChoices } = (context ?? {}) as Partial<AppLoadContext>;
  log.error({ err: error, requestId, ...(logChoices?.account && { account: logChoices.account }) }, "a request failed");
}
