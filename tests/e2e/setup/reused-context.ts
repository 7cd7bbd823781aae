import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Browser, BrowserContext, CDPSession } from "playwright/test";
import { watchConsole } from "./console.ts";

/** A browser context with the problems that its pages had. */
export type WatchedContext = { context: BrowserContext; problems: string[] };

type Kept = WatchedContext & { options: object; devTools: CDPSession };

const CLEARED_WITHIN_MS = 30_000;

/**
 * The context that the tests of one Playwright worker share, since loading and compiling the app's files takes time.
 */
export class ReusedContext {
  #kept: Kept | undefined;

  /** Returns it, empty except for its cache of the app's files. Other `options` than last time make another one. */
  async take(browser: Browser, options: object): Promise<WatchedContext> {
    if (!isDeepStrictEqual(this.#kept?.options, options)) {
      await this.close();
      const watched = await openContext(browser);
      watched.context.clock.install = () => Promise.reject(new Error("An installed clock needs `isIsolated`."));
      // Keeps the process of the app's pages, and what it has compiled.
      const page = await watched.context.newPage();
      await page.goto("/favicon.svg");
      this.#kept = { ...watched, options, devTools: await watched.context.newCDPSession(page) };
    }
    return this.#kept as WatchedContext;
  }

  /** Chromium sometimes stops answering on a busy machine: the next test gets another context then. */
  async clear(origin: string): Promise<void> {
    if (!this.#kept) return;
    const isCleared = this.#empty(this.#kept, origin).then(
      () => true,
      () => false,
    );
    if (await Promise.race([isCleared, pause(CLEARED_WITHIN_MS, false, { ref: false })])) return;
    this.#kept.context.close().catch(() => {});
    this.#kept = undefined;
  }

  async #empty({ context, devTools, problems }: Kept, origin: string): Promise<void> {
    await context.unrouteAll({ behavior: "ignoreErrors" });
    const [, ...pages] = context.pages();
    for (const page of pages) {
      // The response to a draft that is saved on leaving may bring a cookie after cookies are cleared.
      await page.evaluate(() => (window.fetch = () => new Promise(() => {}))).catch(() => {});
      await page.close();
    }
    await devTools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await context.clearCookies();
    await context.clearPermissions();
    problems.length = 0;
  }

  async close(): Promise<void> {
    await this.#kept?.context.close();
    this.#kept = undefined;
  }
}

export async function openContext(browser: Browser, { isPrompted = false } = {}): Promise<WatchedContext> {
  const context = await browser.newContext();
  if (!isPrompted) await suppressPrompt(context);
  return { context, problems: watchConsole(context) };
}

/** Visitors are not asked to sign up. */
export async function suppressPrompt(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Frames of mails have no storage.
    if (window === window.top && location.protocol.startsWith("http"))
      sessionStorage.setItem("amberkeep-asked", "true");
  });
}
