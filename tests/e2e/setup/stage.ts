import { type BrowserContext, type CDPSession, devices } from "playwright/test";
import { test as base, expect } from "./fixtures.ts";
import { someAddress } from "./form-client.ts";
import { watch } from "./watch.ts";

const { viewport, userAgent } = devices["Desktop Chrome"];

/**
 * For whoever looks at one state after the other: a tab of its own for each, in one browser that forgets everything in
 * between but the files of the app, which would else be loaded and compiled for each.
 */
export const test = base.extend<{ devTools: CDPSession }, { stage: { context: BrowserContext; complaints: string[] } }>(
  {
    stage: [
      async ({ browser }, use) => {
        const baseURL = process.env.E2E_BASE_URL;
        // Nothing is looked at while it is still half transparent.
        const options = { baseURL, viewport, userAgent, reducedMotion: "reduce", javaScriptEnabled: true } as const;
        const context = await browser.newContext(options);
        await use({ context, complaints: watch(context) });
        await context.close();
      },
      { scope: "worker" },
    ],
    page: async ({ stage: { context, complaints }, expected }, use) => {
      complaints.length = 0;
      const page = await context.newPage();
      await page.setExtraHTTPHeaders({ "X-Forwarded-For": someAddress() });
      await use(page);
      const devTools = await context.newCDPSession(page);
      const origin = new URL(process.env.E2E_BASE_URL ?? "").origin;
      await page.goto("about:blank");
      await devTools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      await page.close();
      await context.clearCookies();
      const unexpected = complaints.filter((complaint) => !expected?.test(complaint));
      expect(unexpected, "complaints of the browser").toEqual([]);
    },
    devTools: async ({ page }, use) => use(await page.context().newCDPSession(page)),
  },
);
