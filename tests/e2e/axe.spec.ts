import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, ready, test } from "./setup/fixtures";
import { reach, STATES } from "./setup/states";

const WIDTHS = { phone: { width: 320, height: 640 }, desktop: { width: 1280, height: 900 } };
const SCHEMES = ["light", "dark"] as const;

/** Without motion, so that nothing is looked at while it is still half transparent. */
test.use({ contextOptions: { reducedMotion: "reduce" }, expected: [/^500 /] });

for (const state of STATES) {
  test(`${state.name} can be used by everybody`, async ({ page, cast }) => {
    await reach(page, state, cast);
    await ready(page);
    const found: string[] = [];
    for (const [width, size] of Object.entries(WIDTHS)) {
      await page.setViewportSize(size);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        found.push(...(await violations(page)).map((one) => `${width}, ${colorScheme}: ${one}`));
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wide > 0) found.push(`${width}: ${wide} px wider than the screen`);
    }
    expect(found).toEqual([]);
  });
}

async function violations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Zooming is locked unless one allows it in the footer (product decision 27).
    .disableRules(["meta-viewport"])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
