import { runInNewContext } from "node:vm";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { Scripts, ScrollRestoration } from "@remix-run/react";
import { describe, expect, it, vi } from "vitest";
import remixConfig from "../remix.config.js";
import handleDocument, { handleError } from "./entry.server";
import { START_SCRIPTS } from "./ui/shell/start-scripts";

function Root() {
  return (
    <html lang="en">
      <body>
        <ScrollRestoration />
        <Scripts />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as in app/root.tsx */}
        <script dangerouslySetInnerHTML={{ __html: START_SCRIPTS }} />
      </body>
    </html>
  );
}

const route = { id: "root", path: "", hasLoader: true };
const build = {
  routes: {
    root: { ...route, module: { default: Root, loader: () => ({ said: 'a "future":{},"isSpaMode":false,' }) } },
  },
  assets: {
    version: "1",
    url: "/assets/manifest.js",
    entry: { module: "/assets/entry.js", imports: [] },
    routes: { root: { ...route, module: "/assets/root.js" } },
  },
  entry: { module: { default: handleDocument, handleError } },
  basename: "/",
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  future: remixConfig.future,
  isSpaMode: false,
} as unknown as ServerBuild;

async function scriptsOf(path = "/"): Promise<{ html: string; scripts: string[] }> {
  const answer = await createRequestHandler(build)(new Request(`http://localhost${path}`), { nonce: "n" } as never);
  const html = await answer.text();
  return { html, scripts: Array.from(html.matchAll(/<script[^>]*>(.*?)<\/script>/gs), ([, code = ""]) => code) };
}

describe("a page's scripts", () => {
  it("state what the browser needs, and nothing else", async () => {
    const { scripts } = await scriptsOf();
    const window: { __remixContext?: unknown } = {};
    runInNewContext(scripts.find((code) => code.includes("__remixContext")) ?? "", { window });
    expect(JSON.parse(JSON.stringify(window.__remixContext))).toEqual({
      basename: "/",
      state: { loaderData: { root: { said: 'a "future":{},"isSpaMode":false,' } } },
    });
  });

  it("are fetched only where scripts run, after the first paint", async () => {
    const { html, scripts } = await scriptsOf();
    expect(html).not.toMatch(/rel="modulepreload"|type="module"/);
    const links = Array.from(html.matchAll(/<link rel="later"/g), () => ({ rel: "later" }));
    const after = vi.fn();
    const modules = Array.from(html.matchAll(/<script type="later">/g), () => ({ type: "later", after }));
    expect(links.length).toBeGreaterThan(0);
    expect(modules).toHaveLength(1);
    const document = {
      querySelectorAll: (selector: string) => {
        const [found, attribute] = selector.startsWith("link") ? [links, "rel"] : [modules, "type"];
        return found.filter((element) => (element as Record<string, unknown>)[attribute] === "later");
      },
    };
    const timers: (() => void)[] = [];
    let onPaint = (): void => {};
    class PerformanceObserver {
      constructor(callback: () => void) {
        onPaint = callback;
      }
      observe = vi.fn();
    }
    runInNewContext(scripts.at(-1) ?? "", {
      document,
      PerformanceObserver,
      setTimeout: (timer: () => void) => timers.push(timer),
    });
    expect(modules[0]?.type).toBe("later");
    onPaint();
    expect(links.every(({ rel }) => rel === "modulepreload")).toBe(true);
    expect(modules[0]?.type).toBe("module");
    expect(timers).toHaveLength(1);
    for (const timer of timers) timer();
    expect(after).toHaveBeenCalledOnce();
  });
});

describe("the scroll position of a page", () => {
  async function restore(sessionStorage: { positions?: string }, state: { key: string } | null) {
    const { scripts } = await scriptsOf();
    const history = {
      state,
      replaceState: (changed: { key: string }): void => {
        history.state = changed;
      },
    };
    const scrollTo = vi.fn();
    runInNewContext(scripts[0] ?? "", { history, sessionStorage, scrollTo });
    return { history, scrollTo };
  }

  it("is restored before React runs", async () => {
    const { scrollTo } = await restore({ positions: '{"k1":320}' }, { key: "k1" });
    expect(scrollTo).toHaveBeenCalledWith(0, 320);
  });

  it("has a key from the first visit on", async () => {
    const { history, scrollTo } = await restore({}, null);
    expect(history.state?.key).toMatch(/^\w+$/);
    expect(scrollTo).not.toHaveBeenCalled();
  });

  it("is the top where storage is refused or cannot be read", async () => {
    const refusing = {
      get positions(): string {
        throw new Error("The operation is insecure.");
      },
    };
    for (const storage of [refusing, { positions: "{" }])
      expect((await restore(storage, { key: "k1" })).scrollTo).not.toHaveBeenCalled();
  });
});
