import { setTimeout as pause } from "node:timers/promises";
import puppeteer, { type Browser, type ElementHandle, type Page } from "puppeteer-core";
import type { Cookie } from "../../tests/e2e/setup/any-page.ts";
import { type FindStep, findElements } from "./find.ts";
import { call, scrollToCenter } from "./in-page.ts";
import { type BrowserSession, type SessionOptions, waitUntilEnhanced } from "./session.ts";

/** Opens a window of Firefox with an empty profile. */
export async function openFirefox(executablePath: string, options: SessionOptions): Promise<BrowserSession> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    defaultViewport: null,
    extraPrefsFirefox: {
      "javascript.enabled": options.script === "on",
      "ui.prefersReducedMotion": 1,
      "ui.useOverlayScrollbars": 1,
      "ui.systemUsesDarkTheme": options.scheme === "dark" ? 1 : 0,
      "layout.css.prefers-color-scheme.content-override": options.scheme === "dark" ? 0 : 1,
    },
  });
  const page = await browser.newPage();
  await setSize(page, { width: 1280, height: 900 });
  return new FirefoxSession(browser, page, options);
}

/** Firefox before 144 cannot set the orientation, which Puppeteer sets as well. */
async function setSize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewport(size).catch((error: unknown) => {
    if (!String(error).includes("unknown command emulation.setScreenOrientationOverride")) throw error;
  });
  while ((await page.evaluate("innerWidth")) !== size.width) await pause(20);
}

/** Logged by Firefox whenever a page with an open event stream is left. */
const LEFT_STREAM = /^Error: The connection to \S+\/live\?\S* was interrupted while the page was loading/;

class FirefoxSession implements BrowserSession {
  problems: string[] = [];
  #browser: Browser;
  #page: Page;
  #options: SessionOptions;

  constructor(browser: Browser, page: Page, options: SessionOptions) {
    this.#browser = browser;
    this.#page = page;
    this.#options = options;
    page.on("pageerror", (error) => {
      if (!LEFT_STREAM.test(String(error))) this.problems.push(String(error));
    });
    page.on("console", (message) => {
      if (["error", "warn"].includes(message.type())) this.problems.push(message.text());
    });
  }

  async goto(url: string) {
    await this.#page.goto(url, { waitUntil: "load", timeout: 60_000 });
    await waitUntilEnhanced(this, this.#options);
  }

  evaluate(expression: string) {
    return this.#page.evaluate(expression);
  }

  async #element(steps: FindStep[]): Promise<ElementHandle<Element>> {
    const found = await this.#page.evaluateHandle(`${call(findElements, steps)}[0] ?? null`);
    const element = found.asElement();
    if (!element) throw new Error("There is no such element.");
    return element as ElementHandle<Element>;
  }

  async click(steps: FindStep[]) {
    const element = await this.#element(steps);
    await element.evaluate(scrollToCenter);
    const { x, y } = await element.clickablePoint();
    const covering = await element.evaluate(
      (one, left, top) => {
        const hit = document.elementFromPoint(left, top);
        if (!hit || one.contains(hit) || hit.contains(one) || hit.closest("label")?.control === one) return "";
        return hit.outerHTML.slice(0, 120);
      },
      x,
      y,
    );
    if (covering) throw new Error(`It is covered by ${covering}`);
    await this.#page.mouse.click(x, y);
  }

  async type(steps: FindStep[], text: string) {
    const element = await this.#element(steps);
    await element.focus();
    for (const character of text) {
      await this.#page.keyboard.press(character === "\n" ? "Enter" : (character as "a"));
    }
  }

  async chooseFiles(steps: FindStep[], paths: string[]) {
    const field = (await this.#element(steps)) as ElementHandle<HTMLInputElement>;
    await field.uploadFile(...paths);
  }

  async clearCookies() {
    await this.#browser.deleteCookie(...(await this.#browser.cookies()));
  }

  async addCookies(cookies: Cookie[]) {
    const set = cookies.map(({ name, value, url }) => ({
      name,
      value,
      domain: new URL(url).hostname,
      path: "/",
      httpOnly: true,
    }));
    await this.#browser.setCookie(...set);
  }

  async setSize(width: number, height: number) {
    await setSize(this.#page, { width, height });
  }

  async screenshot() {
    return Buffer.from(await this.#page.screenshot({ fullPage: true }));
  }

  async close() {
    await this.#browser.close();
  }
}
