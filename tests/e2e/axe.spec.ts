import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, ready, test } from "./setup/fixtures";
import { reach, STATES } from "./setup/states";

const WIDTHS = { phone: { width: 320, height: 640 }, desktop: { width: 1280, height: 900 } };
/** Dark differs from light in its colours alone. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

test.use({
  // axe itself is a script: in the project without, ours are kept away instead.
  javaScriptEnabled: true,
  // Nothing is looked at while it is still half transparent.
  contextOptions: { reducedMotion: "reduce" },
  expected: /^500 |ERR_FAILED/,
});

test.beforeEach(async ({ page }, { project }) => {
  if (project.name === "nojs") await page.route("**/*.js", (route) => route.abort());
});

for (const state of STATES) {
  test(`${state.name} can be used by everybody`, async ({ page, cast }, { project }) => {
    await reach(page, state, cast);
    if (project.name === "js") await ready(page);
    await takeFramesOut(page);
    const found: string[] = [];
    for (const [width, size] of Object.entries(WIDTHS)) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: "light" });
      found.push(...(await violations(page)).map((one) => `${width}, light: ${one}`));
      await page.emulateMedia({ colorScheme: "dark" });
      found.push(...(await violations(page, RULES_OF_COLOUR)).map((one) => `${width}, dark: ${one}`));
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

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (rules) axe.withRules(rules);
  // Zooming is locked unless one allows it in the footer (product decision 27).
  else axe.disableRules(["meta-viewport"]);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
