import type { ServerBuild } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { createPageHandlers } from "./page-handlers.server";

type Page = { id: string; path?: string; index?: boolean; parentId?: string };

const PAGES: Page[] = [
  { id: "root", path: "" },
  { id: "home", index: true, parentId: "root" },
  { id: "splat", path: "*", parentId: "root" },
  { id: "dashboard", path: "dashboard", parentId: "root" },
  { id: "vault", path: "memories/:id", parentId: "root" },
  { id: "seal", path: "memories/:id/seal", parentId: "root" },
  { id: "settings", path: "settings", parentId: "root" },
  { id: "settings-home", index: true, parentId: "settings" },
  { id: "profile", path: "profile", parentId: "settings" },
];
const FAILING_FILE = { id: "keepsake", path: "memories/:id/keepsake", parentId: "root" };

/** An app whose pages return the ids of the routes that Remix had when it rendered them. */
function app(): ServerBuild {
  const routes = Object.fromEntries(
    PAGES.map((page) => [
      page.id,
      {
        ...page,
        module: {
          default: () => null,
          loader: ({ params }: { params: object }) => ({ loader: page.id, ...params }),
          action: () => ({ action: page.id }),
        },
      },
    ]),
  );
  const fail = () => {
    throw new Error("the database does not answer");
  };
  Object.assign(routes, { keepsake: { ...FAILING_FILE, module: { loader: fail } } });
  const assets = { version: "1", url: "/m.js", entry: { module: "/e.js", imports: [] } };
  const manifest = Object.fromEntries(PAGES.map((page) => [page.id, { ...page, module: `/${page.id}.js` }]));
  const handleDocument: ServerBuild["entry"]["module"]["default"] = (_request, status, headers, context) => {
    const matched = context.staticHandlerContext.matches.map(({ route }) => route.id);
    const known = { matched, routes: Object.keys(context.manifest.routes), data: context.staticHandlerContext };
    const { loaderData, actionData } = known.data;
    headers.set("Content-Type", "application/json");
    return new Response(JSON.stringify({ matched, routes: known.routes, loaderData, actionData }), { status, headers });
  };
  return {
    routes,
    assets: { ...assets, routes: manifest },
    entry: { module: { default: handleDocument, handleError: () => {} } },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: {},
    isSpaMode: false,
  } as unknown as ServerBuild;
}

const handle = createPageHandlers(app(), "production");
async function ask(path: string, init?: RequestInit) {
  const response = await handle(new Request(`http://localhost${path}`, init), {} as never);
  return { status: response.status, ...((await response.json()) as { matched: string[]; routes: string[] }) };
}

describe("page handlers", () => {
  it.each([
    ["/", ["root", "home"]],
    ["/dashboard", ["root", "dashboard"]],
    ["/dashboard?tab=delivered", ["root", "dashboard"]],
    ["/dashboard/", ["root", "dashboard"]],
    ["/DASHBOARD", ["root", "dashboard"]],
    ["/memories/abc", ["root", "vault"]],
    ["/memories/abc/seal", ["root", "seal"]],
    ["/settings", ["root", "settings", "settings-home"]],
    ["/settings/profile", ["root", "settings", "profile"]],
    ["/nowhere/at/all", ["root", "splat"]],
    ["/memories/a%20b", ["root", "vault"]],
    ["/Memories/abc/seal", ["root", "seal"]],
    ["/%6Demories/abc", ["root", "vault"]],
    ["/settings/nowhere", ["root", "splat"]],
  ])("find the page of %s and know no other", async (path, lineage) => {
    for (const _ of ["first", "again"]) {
      const { status, matched, routes } = await ask(path);
      expect(status).toBe(200);
      expect(matched).toEqual(lineage);
      expect(routes.toSorted()).toEqual(lineage.toSorted());
    }
  });

  it.each(["%E2%82%AC", "%F0%9F%92%8C", "%C3%A9", "%0d%0aSet-Cookie:a=b", "%00", "%25", "..%2f..", "%3Fa", "%5c"])(
    "treat %s as a page that does not exist",
    async (param) => {
      for (const path of [`/memories/${param}`, `/memories/${param}/seal`]) {
        expect(["root", "splat"], path).toContain((await ask(path)).matched.at(-1));
      }
    },
  );

  const id = "jzgk50t144arcqg5sgyw4rbl";
  const token = "PJZ4yqFjf3NDSmDl-elLMK3arFmOaxq0_fz4_BXgaIo";

  it.each([">", "%3E", ".", ",", ");", "!", "=", "%22", "%20", "%E2%80%9D", "%C2%A0", "%E2%80%8B."])(
    "lead a link that was copied together with %s to its page",
    async (tail) => {
      for (const path of [`/memories/${id}`, `/memories/${id}.${token}`, `/settings?token=${token}`]) {
        const response = await handle(new Request(`http://localhost${path}${tail}`), {} as never);
        expect([response.status, response.headers.get("Location")], path).toEqual([302, path]);
      }
    },
  );

  it.each([
    `/memories/${id}`,
    `/memories/${id}?token=${token}&utm_source=mail.`,
    "/memories/abc.",
    `/memories/${id}?search=${token}!`,
    `/memories/mail.${id}%40localhost`,
    `//memories/${id}.`,
  ])("lead nowhere else from %s", async (path) => {
    const response = await handle(new Request(`http://localhost${path}`), {} as never);
    expect(response.headers.get("Location")).toBeNull();
  });

  it("give each page its own parameters and its own action", async () => {
    expect(await ask("/memories/abc")).toMatchObject({ loaderData: { vault: { loader: "vault", id: "abc" } } });
    expect(await ask("/memories/xyz/seal", { method: "POST", body: new FormData() })).toMatchObject({
      actionData: { seal: { action: "seal" } },
    });
  });

  it("respond with our own error page when a file cannot be sent", async () => {
    const response = await handle(new Request("http://localhost/memories/abc/keepsake"), {} as never);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([500, "text/html; charset=utf-8"]);
    expect(await response.text()).toContain("Something went wrong on our side. Nothing is lost. Please try again.");
  });

  it("give script the data of a page's own routes, and refuse those of another", async () => {
    expect(await ask("/dashboard?_data=dashboard")).toMatchObject({ status: 200, loader: "dashboard" });
    expect((await ask("/dashboard?_data=vault")).status).toBeGreaterThanOrEqual(400);
    expect((await ask("/dashboard?_data=vault")).status).toBeLessThan(500);
  });

  it("answer pages of an earlier version that know a route by another id", async () => {
    expect(await ask("/memories/abc?_data=routes/memory")).toMatchObject({ status: 200, loader: "vault", id: "abc" });
    const form = { method: "POST", body: new URLSearchParams({ name: "Anna" }) };
    expect(await ask("/settings/profile?_data=routes/profile", form)).toMatchObject({ status: 200, action: "profile" });
  });

  it("make a page of another version reload when it asks for data, but accept its forms", async () => {
    const load = (version: string, init?: RequestInit) =>
      handle(
        new Request("http://localhost/dashboard?tab=delivered&_data=dashboard", {
          ...init,
          headers: { "X-Version": version },
        }),
        {} as never,
      );
    const { status, headers } = await load("0");
    expect([status, headers.get("X-Remix-Redirect"), headers.get("X-Remix-Reload-Document")]).toEqual([
      204,
      "/dashboard?tab=delivered",
      "true",
    ]);
    expect(await (await load("1")).json()).toEqual({ loader: "dashboard" });
    const form = { method: "POST", body: new URLSearchParams({ name: "Anna" }) };
    expect(await (await load("0", form)).json()).toEqual({ action: "dashboard" });
  });

  it("make a page of another version reload when it listens to events", async () => {
    const listen = async (query: string, accept = "text/event-stream") => {
      const request = new Request(`http://localhost/dashboard?${query}`, { headers: { Accept: accept } });
      const response = await handle(request, {} as never);
      return [response.headers.get("Content-Type"), await response.text()];
    };
    const outdated = ["text/event-stream", 'data: {"kind":"outdated"}\n\n'];
    expect(await listen("since=1&version=0")).toEqual(outdated);
    expect(await listen("since=1&version=1")).not.toEqual(outdated);
    expect(await listen("since=1")).not.toEqual(outdated);
    expect(await listen("since=1&version=0", "text/html")).not.toEqual(outdated);
  });
});
