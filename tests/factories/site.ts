import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { flatRoutes } from "@remix-run/dev/dist/config/flat-routes.js";
import type { ServerBuild } from "@remix-run/node";
import * as entry from "~/entry.server";
import { handleRequests } from "~/http/forward-form.server";
import * as root from "~/root";
import { createPageHandlers } from "~/server/page-handlers.server";
import { createWebServer } from "~/server/server.server";
import remixConfig from "../../remix.config.js";

type Module = { loader?: unknown; action?: unknown; default?: unknown };
export type SiteRoute = { id: string; path: string; module: Module };
export type SiteAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

const modules = import.meta.glob<Module>(["../../app/routes/*.tsx", "!../../app/routes/*.test.tsx"], { eager: true });

const manifest = flatRoutes("app", remixConfig.ignoredRouteFiles);

/** Every route with a URL of its own, such as `/open/:link/code`. */
export const SITE_ROUTES: SiteRoute[] = Object.values(manifest).map(({ id, file }) => {
  const module = modules[`../../app/${file}`];
  if (!module) throw new Error(`${file} was not loaded.`);
  return { id, path: `/${pathOf(id)}`, module };
});

function pathOf(id: string): string {
  const { path, parentId = "root" } = manifest[id] ?? {};
  const parent = parentId === "root" ? "" : pathOf(parentId);
  return [parent, path].filter(Boolean).join("/");
}

function buildOf(): ServerBuild {
  const inOrder = Object.values(manifest).map(({ id, path, index, parentId }) => ({ id, path, index, parentId }));
  const pages = [{ id: "root", path: "", index: undefined, parentId: undefined }, ...inOrder];
  const moduleOf = (id: string) => (id === "root" ? root : SITE_ROUTES.find((route) => route.id === id)?.module);
  const described = Object.fromEntries(pages.map((page) => [page.id, { ...page, module: "/page.js" }]));
  return {
    entry: { module: entry },
    routes: Object.fromEntries(pages.map((page) => [page.id, { ...page, module: moduleOf(page.id) }])),
    assets: { version: "1", url: "/m.js", entry: { module: "/e.js", imports: [] }, routes: described },
    future: remixConfig.future,
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    isSpaMode: false,
  } as unknown as ServerBuild;
}

/** The whole app behind its own web server, without a build: real routes, real headers, a real socket. */
export async function startSite() {
  const handlePage = createPageHandlers(buildOf(), "production");
  const server = createWebServer(handleRequests(handlePage), { files: new Map() });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  /** Sends `path` unchanged, without a browser's normalisation. */
  const ask = (path: string, { method = "GET", headers = {}, body = "" }: Partial<Asked> = {}) =>
    new Promise<SiteAnswer>((resolve, reject) => {
      const sent = httpRequest({ port, host: "127.0.0.1", path, method, headers }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks).toString() });
      });
      sent.on("error", reject);
      sent.end(body);
    });
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { ask, stop };
}

type Asked = { method: string; headers: Record<string, string>; body: string };

/** The headers of a form that a browser sends from a page of this site. */
export const FORM_HEADERS = { "Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": "10.0.0.1" };
