import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { contentSecurityPolicy } from "./server/security-headers.server";
import { WholeResponse } from "./server/whole-response.server";
import { log } from "./services/log.server";
import { runsScript } from "./ui/shell/hydration";
import { NonceContext } from "./ui/shell/nonce";

/** Rendered as a whole: pages work without JavaScript, which streaming needs. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Response {
  const html = renderToString(
    <NonceContext.Provider value={context.nonce}>
      <RemixServer context={remix} url={request.url} />
    </NonceContext.Provider>,
  );
  const matches = remix.staticHandlerContext.matches.map(({ route }) => ({
    handle: remix.routeModules[route.id]?.handle,
  }));
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(runsScript(matches) ? context.nonce : undefined));
  if (isForEverybody(remix)) headers.set("Cache-Control", "private, no-cache");
  return new WholeResponse(`<!doctype html>${html}`, { status, headers });
}

/** Pages of signed-in users and letters must not be cached, so that Back shows nothing after logging out. */
function isForEverybody({ staticHandlerContext: { loaderData, matches } }: EntryContext): boolean {
  const isSignedIn = Boolean((loaderData.root as { viewer?: unknown } | undefined)?.viewer);
  return !isSignedIn && !matches.some(({ route }) => /^routes\/(open|memories|legacy)/.test(route.id));
}

/** The reader sees the request's id. */
export function handleError(error: unknown, { request, context }: { request: Request; context: unknown }): void {
  // Remix's own 4xx errors quote the URL, and URLs contain tokens.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const { requestId } = (context ?? {}) as Partial<AppLoadContext>;
  log.error({ err: error, requestId }, "a request failed");
}
