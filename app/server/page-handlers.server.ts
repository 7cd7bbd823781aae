import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { withoutTail } from "./link-end.server";
import { plainPage, SENTENCES } from "./plain-page.server";

/** The characters of ids, links and codes, with the spaces of a typed code and the Message-Id of /dev/mail. */
const PARAM = /^[\w.@+ -]*$/;

/** `page`: the id of its last route. */
type PageHandler = { page: string; handle: RequestHandler };

type Routes = NonNullable<Parameters<typeof matchRoutes>[0]>;

/**
 * One Remix handler per page with only its own routes, since Remix ranks all routes of a handler several times per
 * request and for every link. Requests with a parameter that no URL of this app has go to the splat route, so that it
 * never reaches a response header.
 */
export function createPageHandlers(build: ServerBuild, mode: string): RequestHandler {
  const routes = routeTree(build);
  const handlers = new Map<string, PageHandler>();
  const whole = createRequestHandler(build, mode);
  const splat = Object.values(build.routes).find((route) => route?.path === "*");

  const routesFor = createFirstSegmentFilter(routes);

  const handlerOf = (path: string): PageHandler => {
    const matched = matchRoutes(routesFor(path), path);
    const { "*": _, ...params } = matched?.at(-1)?.params ?? {};
    const isOurs = Object.values(params).every((value = "") => PARAM.test(value));
    const lineage = isOurs ? matched?.map(({ route }) => route.id ?? "") : [splat?.parentId ?? "", splat?.id ?? ""];
    const page = lineage?.at(-1);
    if (!lineage || page === undefined) return { page: "", handle: whole };
    const handler = handlers.get(page) ?? { page, handle: createRequestHandler(onlyRoutes(build, lineage), mode) };
    handlers.set(page, handler);
    return handler;
  };
  const fixed = new Map(fixedPaths(routes).map((path) => [path, handlerOf(path)]));

  const shipsReact = (path: string) =>
    matchRoutes(routes, path)?.every(({ route }) => {
      const handle = build.routes[route.id ?? ""]?.module.handle as { hydrate?: boolean } | undefined;
      return handle?.hydrate !== false;
    });

  return async (request, context) => {
    const { pathname, search, searchParams } = new URL(request.url);
    const shorter = request.method === "POST" ? undefined : withoutTail(pathname + search);
    if (shorter) return new Response(null, { status: 302, headers: { Location: shorter } });
    const { page, handle } = fixed.get(pathname) ?? handlerOf(pathname);
    const asked = searchParams.get("_data");
    const isStream = request.headers.get("Accept") === "text/event-stream";
    const version = isStream ? searchParams.get("version") : request.headers.get("X-Version");
    const isOther = version !== null && version !== build.assets.version;
    if (isOther && isStream) return outdated();
    if (isOther && asked !== null && request.method === "GET") return reload(request.url);
    const isRenamed = asked !== null && !(asked in build.routes);
    const response = await handle(isRenamed ? withRoute(request, page) : request, context);
    if (isLastResort(response) && mode === "production") return plainPage(SENTENCES[500], { status: 500 });
    const target = response.headers.get("X-Remix-Redirect");
    // The browser's router knows only pages that ship React.
    if (target && !shipsReact(new URL(target, request.url).pathname))
      response.headers.set("X-Remix-Reload-Document", "true");
    return response;
  };
}

/** Makes a page of another version reload: its scripts may expect data of another shape. */
function reload(from: string): Response {
  const { pathname, searchParams } = new URL(from);
  searchParams.delete("_data");
  const search = searchParams.size > 0 ? `?${searchParams}` : "";
  const headers = { "X-Remix-Redirect": pathname + search, "X-Remix-Reload-Document": "true" };
  return new Response(null, { status: 204, headers });
}

/** The same for an event stream, whose request cannot have headers of its own. */
function outdated(): Response {
  const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store" };
  return new Response(`data: ${JSON.stringify({ kind: "outdated" })}\n\n`, { headers });
}

/** A page that an earlier version of the app has rendered may know its route by another id. */
function withRoute(request: Request, id: string): Request {
  const url = new URL(request.url);
  url.searchParams.set("_data", id);
  return new Request(url, request);
}

/** Remix's "Unexpected Server Error", where a file's URL fails or a page cannot be rendered. */
const isLastResort = ({ status, headers }: Response) => status === 500 && headers.get("Content-Type") === "text/plain";

function routeTree(build: ServerBuild, parentId?: string): Routes {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || (route.parentId || undefined) !== parentId) return [];
    const { id, path, index, caseSensitive } = route;
    const own = { id, ...(path !== undefined && { path }), ...(caseSensitive !== undefined && { caseSensitive }) };
    return [index ? { ...own, index } : { ...own, children: routeTree(build, id) }];
  });
}

/** Leaves out routes with another first segment, as Remix compiles and ranks all its routes at each call. */
function createFirstSegmentFilter(routes: Routes): (path: string) => Routes {
  const filtered = new Map<string, Routes>();
  const segments = new Set(routes.flatMap(({ children = [] }) => children.map(firstSegment)));
  for (const segment of segments) {
    if (segment === undefined) continue;
    const among = (route: Routes[number]) => [undefined, segment].includes(firstSegment(route));
    filtered.set(
      segment,
      routes.map((root) => (root.index ? root : { ...root, children: root.children?.filter(among) })),
    );
  }
  return (path) => filtered.get(path.split("/", 2)[1]?.toLowerCase() ?? "") ?? routes;
}

/** In lower case; undefined when it may match several. */
function firstSegment({ path = "" }: Routes[number]): string | undefined {
  const segment = path.split("/").find(Boolean);
  return segment && /^[\w.-]+$/.test(segment) ? segment.toLowerCase() : undefined;
}

/** Paths without parameters; their handlers are looked up only once. */
function fixedPaths(routes: Routes, above = ""): string[] {
  return routes.flatMap(({ path = "", index, children = [] }) => {
    if (/[:*?]/.test(path)) return [];
    const own = path.startsWith("/") ? path : [above, path].filter(Boolean).join("/");
    return [
      ...(index || children.length === 0 ? [own.startsWith("/") ? own : `/${own}`] : []),
      ...fixedPaths(children, own),
    ];
  });
}

function onlyRoutes(build: ServerBuild, ids: string[]): ServerBuild {
  const among = <Value>(all: Record<string, Value>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
  return { ...build, routes: among(build.routes), assets: { ...build.assets, routes: among(build.assets.routes) } };
}
