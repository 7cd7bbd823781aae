import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { RunOptions } from "axe-core";
import { expect, type Page, ready } from "./setup/fixtures";
import { test } from "./setup/stage";
import { reach, STATES } from "./setup/states";

declare global {
  interface Window {
    axe: typeof import("axe-core");
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS = { phone: { width: 320, height: 640 }, desktop: { width: 1280, height: 900 } };
/** Dark differs from light in its colours alone. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** Zooming is locked unless one allows it in the footer (product decision 27). */
const ALL_RULES: RunOptions = { resultTypes: ["violations"], rules: { "meta-viewport": { enabled: false } } };
const OF_COLOUR: RunOptions = { resultTypes: ["violations"], runOnly: { type: "rule", values: RULES_OF_COLOUR } };

test.use({
  // axe itself is a script: in the project without, ours are kept away instead.
  javaScriptEnabled: true,
  // "inspector" is how a browser says that it was told not to load something.
  expected: /^500 |^inspector |ERR_BLOCKED_BY_CLIENT/,
});

test.beforeEach(async ({ devTools }, { project }) => {
  if (project.name !== "nojs") return;
  await devTools.send("Network.enable");
  await devTools.send("Network.setBlockedURLs", { urls: ["*.js"] });
});

for (const state of STATES) {
  test(`${state.name} can be used by everybody`, async ({ page, cast }, { project }) => {
    await reach(page, state, cast);
    if (project.name === "js") await ready(page);
    else await expect(page.locator("html[data-enhanced]")).toHaveCount(0);
    await takeFramesOut(page);
    await page.evaluate(AXE);
    const found: string[] = [];
    for (const [width, size] of Object.entries(WIDTHS)) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: "light" });
      found.push(...(await violations(page, ALL_RULES)).map((one) => `${width}, light: ${one}`));
      await page.emulateMedia({ colorScheme: "dark" });
      found.push(...(await violations(page, OF_COLOUR)).map((one) => `${width}, dark: ${one}`));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wide > 0) found.push(`${width}: ${wide} px wider than the screen`);
    }
    expect(found).toEqual([]);
  });
}

/** A mail lies in a frame that runs no script, and axe would wait in front of it for ever: what counts here is its title. */
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
