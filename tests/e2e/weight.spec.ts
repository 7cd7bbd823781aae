import { get } from "node:http";
import type { Request } from "playwright/test";
import { expect, ready } from "./setup/fixtures";
import { test } from "./setup/stage";
import { reach, STATES } from "./setup/states";

const MARKUP_AND_STYLES_MAX = 14_000;
const SCRIPT_MAX = 90_000;

test.use({ expected: /^500 / });

// What a form says when it is refused adds nothing to load; the gallery shows everything at once, to us.
for (const state of STATES.filter(({ name, arrange }) => !arrange && name !== "dev-ui")) {
  test(`${state.name} is light`, async ({ page, devTools, cast }) => {
    await devTools.send("Network.enable");
    await devTools.send("Network.setCacheDisabled", { cacheDisabled: true });
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    await reach(page, state, cast);
    await ready(page);
    const paths = new Map<string, string>();
    for (const request of requests) {
      const type = request.resourceType();
      const isCounted = ["document", "stylesheet", "script"].includes(type) && !request.redirectedTo();
      if (isCounted && request.frame() === page.mainFrame()) paths.set(new URL(request.url()).pathname, type);
    }

    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    const loaded = { document: 0, stylesheet: 0, script: 0 };
    for (const [path, type] of paths) {
      const address = type === "document" ? page.url() : new URL(path, page.url()).href;
      loaded[type as keyof typeof loaded] += await bytesOf(address, type === "document" ? cookie : "");
    }
    expect(loaded.document, "the page itself").toBeGreaterThan(500);
    expect(loaded.document + loaded.stylesheet, "HTML and CSS").toBeLessThanOrEqual(MARKUP_AND_STYLES_MAX);
    if (state.isStatic) expect(await page.locator("script").count(), "scripts of a static page").toBe(0);
    if (state.isStatic) expect(loaded.script).toBe(0);
    else expect(loaded.script, "script").toBeLessThanOrEqual(SCRIPT_MAX);
  });
}

/** How many bytes a body has as it is sent to a browser that takes brotli: browsers count preloaded ones in their own way. */
function bytesOf(url: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br", cookie } }, async (response) => {
      let bytes = 0;
      for await (const chunk of response) bytes += (chunk as Buffer).length;
      resolve(bytes);
    }).on("error", reject);
  });
}
