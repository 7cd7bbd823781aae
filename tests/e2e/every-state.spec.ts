import { readFileSync } from "node:fs";
import { get } from "node:http";
import { createRequire } from "node:module";
import type { RunOptions } from "axe-core";
import type { Request } from "playwright/test";
import { runTogether } from "../setup/run-together";
import { expect, type Page, ready, test } from "./setup/fixtures";
import { openState, STATES, type State } from "./setup/states";

declare global {
  interface Window {
    axe: typeof import("axe-core");
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LIVE = ":is([aria-live], [role=status], [role=alert], [role=log])";
const WIDTHS = { phone: { width: 320, height: 640 }, desktop: { width: 1280, height: 900 } };
/** Dark mode differs only in its colours, and they are the same at every width. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** Zooming is locked unless the user allows it in the foot of the page, see `expectZoomAllowable`. */
const ALL_RULES: RunOptions = { resultTypes: ["violations"], rules: { "meta-viewport": { enabled: false } } };
const OF_COLOUR: RunOptions = { resultTypes: ["violations"], runOnly: { type: "rule", values: RULES_OF_COLOUR } };

const MARKUP_AND_STYLES_MAX = 14_000;
const SCRIPT_MAX = 90_000;
const PLAIN_SCRIPT_MAX = 6_000;

// "inspector" is the reason for a request blocked by the test.
test.use({ expected: /^500 |^inspector |ERR_BLOCKED_BY_CLIENT/ });

for (const state of STATES) {
  test(`${state.name} is light and accessible, with script and without`, async ({ page, devTools, sample }) => {
    // Includes requests served from the browser's cache.
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    await openState(page, state, sample);
    await ready(page);
    if (state.isStatic) expect(await page.locator("script").count(), "scripts of a static page").toBe(0);
    if (state.isPlain) expect(await page.locator("script:not([type='application/ld+json'])").count()).toBe(1);
    if (!state.name.startsWith("dev-")) await test.step("unsent text", () => expectKept(page));
    await test.step("zoom", () => expectZoomAllowable(page));
    await test.step("description", () => expect(page.locator("meta[name=description]")).toHaveCount(1));
    await test.step("folded parts", async () =>
      expect(await summariesWithTriangle(page), "a browser's triangle").toEqual([]));
    await test.step("spaces", async () =>
      expect(await textsWithLostSpace(page), "words run together for screen readers").toEqual([]));
    await test.step("live regions", async () =>
      expect(await page.locator(`${LIVE} ${LIVE}`).count(), "live regions in live regions, which are read twice").toBe(
        0,
      ));
    if (isRepeatable(state) && !state.name.startsWith("dev-")) {
      await test.step("words", async () => expect(runTogether(await htmlOf(page)), "without styles").toEqual([]));
    }
    if (isWeighed(state)) await test.step("weight", () => expectLight(page, requests, state));
    // axe is a script itself, so "without" blocks the app's script files.
    const isSameWithout = state.isStatic || (!state.arrange && (await isAsSent(page)));
    await test.step("axe, with script", () => expectAccessible(page));
    if (isSameWithout) return;
    // A page that polls for news goes to the login once its cookies change.
    await page.goto("about:blank");
    await devTools.send("Network.enable");
    await devTools.send("Network.setBlockedURLs", { urls: ["*.js"] });
    await openState(page, state, sample);
    await expect(page.locator("html[data-enhanced]")).toHaveCount(0);
    await test.step("axe, without script", () => expectAccessible(page));
  });
}

/** Refused forms cannot be requested again; the page after sending can. */
const isRepeatable = ({ arrange, name }: State) => !arrange || name.startsWith("sent");

/** Returns texts with a visible space beside a comment, which Chromium leaves out of its accessibility tree. */
function textsWithLostSpace(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const isBesideComment = [text.previousSibling, text.nextSibling].some((one) => one instanceof Comment);
      if (!isBesideComment || text.textContent?.trim()) continue;
      const place = document.createRange();
      place.selectNode(text);
      if (place.getBoundingClientRect().width > 0) found.push(text.parentElement?.textContent ?? "");
    }
    return found;
  });
}

/** Returns the summaries that show the browser's triangle instead of our own sign. */
function summariesWithTriangle(page: Page): Promise<string[]> {
  return page.locator("summary").evaluateAll((summaries) => {
    const hasTriangle = ({ display, listStyleType }: CSSStyleDeclaration) =>
      display === "list-item" && listStyleType !== "none";
    return summaries.filter((one) => hasTriangle(getComputedStyle(one))).map(({ textContent }) => textContent ?? "");
  });
}

/** Refused forms load nothing more; the showcase of components and the list of all mails are for developers. */
function isWeighed({ arrange, name }: State): boolean {
  return !arrange && name !== "dev-ui" && name !== "dev-mail-preview";
}

/** A page with a field for text has a script that keeps what is typed, unless it only takes a code or certificate. */
async function expectKept(page: Page): Promise<void> {
  const any = ":is(input:is(:not([type]), [type=text], [type=email], [type=tel]), textarea):read-write";
  const text = `${any}:not([name=code], [name=certificate])`;
  if ((await page.locator(`main form:not(.vault-form) ${text}`).count()) === 0) return;
  const keeping = "html[data-enhanced], script:is([src='/fields.js'], [src='/public.js'])";
  expect(await page.locator(keeping).count(), "scripts that keep unsent text").toBe(1);
}

const scriptMaxOf = ({ isPlain }: State) => (isPlain ? PLAIN_SCRIPT_MAX : SCRIPT_MAX);

async function expectLight(page: Page, requests: Request[], state: State): Promise<void> {
  const paths = new Map<string, string>();
  for (const request of requests) {
    const type = request.resourceType();
    const isCounted = ["document", "stylesheet", "script"].includes(type) && !request.redirectedTo();
    if (isCounted && request.frame() === page.mainFrame()) paths.set(new URL(request.url()).pathname, type);
  }
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const loaded = { document: 0, stylesheet: 0, script: 0 };
  for (const [path, type] of paths) {
    const isDocument = type === "document";
    const bytes = isDocument ? bytesOf(page.url(), cookie) : bytesOfFile(new URL(path, page.url()).href);
    loaded[type as keyof typeof loaded] += await bytes;
  }
  expect(loaded.document, "the page itself").toBeGreaterThan(500);
  expect(loaded.document + loaded.stylesheet, "HTML and CSS").toBeLessThanOrEqual(MARKUP_AND_STYLES_MAX);
  if (state.isStatic) expect(loaded.script).toBe(0);
  else expect(loaded.script, "script").toBeLessThanOrEqual(scriptMaxOf(state));
}

const files = new Map<string, Promise<number>>();

/** Caches files of the build, which do not change and which many pages load. */
function bytesOfFile(url: string): Promise<number> {
  const bytes = files.get(url) ?? bytesOf(url, "");
  files.set(url, bytes);
  return bytes;
}

/** Returns the size of a body in bytes with Brotli; browsers report preloaded ones differently. */
function bytesOf(url: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br", cookie } }, async (response) => {
      let bytes = 0;
      for await (const chunk of response) bytes += (chunk as Buffer).length;
      resolve(bytes);
    }).on("error", reject);
  });
}

async function expectZoomAllowable(page: Page): Promise<void> {
  await expect(page.locator("meta[name=viewport]")).toHaveAttribute("content", /user-scalable=no/);
  await expect(page.locator("footer [role=switch][name=zoom]"), "Allow zoom").toHaveCount(1);
}

const htmlOf = async (page: Page) => (await page.request.get(page.url())).text();

/** When script leaves the page as the server sent it, axe need not run again. */
async function isAsSent(page: Page): Promise<boolean> {
  const html = await htmlOf(page);
  return page.evaluate((html) => {
    const markupOf = (body: HTMLElement) => {
      const copy = body.cloneNode(true) as HTMLElement;
      for (const unseen of copy.querySelectorAll("script, link, input[type=hidden]")) unseen.remove();
      return copy.innerHTML;
    };
    const sent = new DOMParser().parseFromString(html, "text/html");
    const rulesIn = (rules: CSSRuleList): CSSStyleRule[] =>
      [...rules].flatMap((rule) => {
        if (rule instanceof CSSStyleRule) return rule;
        return rule instanceof CSSGroupingRule ? rulesIn(rule.cssRules) : [];
      });
    const isStyledByScript = [...document.styleSheets]
      .flatMap((sheet) => rulesIn(sheet.cssRules))
      .filter(({ selectorText }) => selectorText.includes("data-enhanced"))
      .some(({ selectorText }) => document.querySelector(selectorText.replace(/\S*data-enhanced\S*/g, "html")));
    return !isStyledByScript && markupOf(sent.body) === markupOf(document.body);
  }, html);
}

async function expectAccessible(page: Page): Promise<void> {
  await takeFramesOut(page);
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const [width, size] of Object.entries(WIDTHS)) {
    await page.setViewportSize(size);
    found.push(...(await violations(page, ALL_RULES)).map((one) => `${width}, light: ${one}`));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) found.push(`${width}: ${wide} px wider than the screen`);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  found.push(...(await violations(page, OF_COLOUR)).map((one) => `dark: ${one}`));
  expect(found).toEqual([]);
}

/** Mails are in frames without script, where axe would wait forever; only their title is checked. */
async function takeFramesOut(page: Page): Promise<void> {
  for (const frame of await page.locator("iframe").all()) expect(await frame.getAttribute("title")).toMatch(/\w/);
  await page.locator("iframe").evaluateAll((frames) => {
    for (const frame of frames) frame.remove();
  });
}

async function violations(page: Page, options: RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate((options) => window.axe.run(document, options), options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
