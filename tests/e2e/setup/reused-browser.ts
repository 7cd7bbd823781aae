import { type BrowserContext, type CDPSession, devices } from "playwright/test";
import { watchConsole } from "./console.ts";
import { test as base, expect, neverPrompt } from "./fixtures.ts";
import { randomIp } from "./form-client.ts";

const { viewport, userAgent } = devices["Desktop Chrome"];

/**
 * For tests of many pages: each gets a tab of one browser context, which is cleared in between except for its cache of the
 * app's files, since loading and compiling them takes most of the time.
 */
export const test = base.extend<{ devTools: CDPSession }, { shared: { context: BrowserContext; problems: string[] } }>({
  shared: [
    async ({ browser }, use) => {
      const baseURL = process.env.E2E_BASE_URL;
      // Without fades, so that no page is checked half transparent.
      const options = { baseURL, viewport, userAgent, reducedMotion: "reduce", javaScriptEnabled: true } as const;
      const context = await browser.newContext(options);
      await neverPrompt(context);
      await use({ context, problems: watchConsole(context) });
      await context.close();
    },
    { scope: "worker" },
  ],
  page: async ({ shared: { context, problems }, expected }, use) => {
    problems.length = 0;
    const page = await context.newPage();
    await page.setExtraHTTPHeaders({ "X-Forwarded-For": randomIp() });
    await use(page);
    const devTools = await context.newCDPSession(page);
    const origin = new URL(process.env.E2E_BASE_URL ?? "").origin;
    await page.goto("about:blank");
    await devTools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await page.close();
    await context.clearCookies();
    const unexpected = problems.filter((problem) => !expected?.test(problem));
    expect(unexpected, "problems in the console").toEqual([]);
  },
  devTools: async ({ page }, use) => use(await page.context().newCDPSession(page)),
});
