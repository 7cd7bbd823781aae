import { get } from "node:http";
import { expect, ready, test } from "./setup/fixtures";
import { reach, STATES } from "./setup/states";

const MARKUP_AND_STYLES_MAX = 14_000;
const SCRIPT_MAX = 90_000;

test.use({ expected: /^500 / });

// What a form says when it is refused adds nothing to load; the gallery shows everything at once, to us.
for (const state of STATES.filter(({ name, arrange }) => !arrange && name !== "dev-ui")) {
  test(`${state.name} is light`, async ({ page, cast }) => {
    const paths = new Map<string, string>();
    await reach(page, state, cast);
    page.on("request", (request) => {
      const type = request.resourceType();
      const isCounted = ["document", "stylesheet", "script"].includes(type);
      if (isCounted && request.frame() === page.mainFrame()) paths.set(new URL(request.url()).pathname, type);
    });
    const session = await page.context().newCDPSession(page);
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    await page.goto(page.url(), { waitUntil: "load" });
    await ready(page);

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
