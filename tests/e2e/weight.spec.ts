import { expect, ready, test } from "./setup/fixtures";
import { reach, STATES } from "./setup/states";

const MARKUP_AND_STYLES_MAX = 14_000;
const SCRIPT_MAX = 90_000;

test.use({ expected: /^500 / });

// What a form says when it is refused adds nothing to load.
for (const state of STATES.filter(({ arrange }) => !arrange)) {
  test(`${state.name} is light`, async ({ page, cast, hasScript }) => {
    const loaded = { document: 0, stylesheet: 0, script: 0 };
    const pending: Promise<void>[] = [];
    await reach(page, state, cast);
    page.on("requestfinished", (request) => {
      const type = request.resourceType();
      if (!(type in loaded) || request.frame() !== page.mainFrame()) return;
      pending.push(
        request.sizes().then(({ responseBodySize }) => {
          loaded[type as keyof typeof loaded] += responseBodySize;
        }),
      );
    });
    const session = await page.context().newCDPSession(page);
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    const response = await page.goto(page.url(), { waitUntil: "load" });
    await ready(page);
    await Promise.all(pending);

    const isWhole = await response?.request().sizes();
    expect(isWhole?.responseBodySize).toBeGreaterThan(0);
    expect(loaded.document + loaded.stylesheet, "HTML and CSS").toBeLessThanOrEqual(MARKUP_AND_STYLES_MAX);
    if (state.isStatic) expect(await page.locator("script").count(), "scripts of a static page").toBe(0);
    if (state.isStatic || !hasScript) expect(loaded.script).toBe(0);
    else expect(loaded.script, "script").toBeLessThanOrEqual(SCRIPT_MAX);
  });
}
