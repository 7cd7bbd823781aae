import type { Locator } from "playwright/test";
import sharp from "sharp";
import { sendLetter } from "../setup/accounts";
import { enter, expect, fillLetter, openLetter, ready, test, today } from "../setup/fixtures";

test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

/** Whether anything is drawn in the middle of an element. */
async function isDrawn(locator: Locator): Promise<boolean> {
  const picture = sharp(await locator.screenshot());
  const { width, height } = await picture.metadata();
  const inner = await picture.extract({ left: 8, top: 8, width: width - 16, height: height - 16 }).toBuffer();
  return (await sharp(inner).stats()).channels.some(({ stdev }) => stdev > 1);
}

test("the chosen picture of the walk-through is marked", async ({ page }) => {
  await page.goto("/how-it-works");
  await page.getByRole("radio", { name: "Seal it" }).check();
  await expect(page.locator(".reel-item", { hasText: "Seal it" })).toHaveCSS("border-top-width", "3px");
  await expect(page.locator(".reel-item", { hasText: "They read it" })).toHaveCSS("border-top-width", "1px");
});

test("the pause button has its sign, and so have the slots of a plan", async ({ page, open }) => {
  const account = await open({ vaultLimit: 2 });
  await sendLetter(account);
  await enter(page, account);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/dashboard");
  await ready(page);
  const pause = page.getByRole("button", { name: "Pause quotes" });
  expect(await isDrawn(pause)).toBe(true);
  await pause.click();
  await expect(pause).toHaveAttribute("aria-pressed", "true");
  expect(await isDrawn(pause)).toBe(true);
  await page.goto("/settings/plan");
  expect(await isDrawn(page.locator("[data-slot=waiting]"))).toBe(true);
  expect(await isDrawn(page.locator("[data-slot=free]"))).toBe(false);
});

test("the chosen day is marked, and a list shows that it opens", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await fillLetter(page, { date: today() });
  // The field of the date covers its button while it has the focus.
  await page.getByLabel("Memory Title").focus();
  await page.getByRole("button", { name: /Change date$/ }).click();
  const [year = ""] = today().split("-");
  await expect(page.getByRole("button", { name: year, exact: true })).toHaveCSS("border-top-width", "3px");
  await page.keyboard.press("Escape");
  await page.getByText("Change the hour").click();
  await expect(page.getByLabel("Hour")).toHaveCSS("appearance", "auto");
});

test("the name on an envelope has no bar under it", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  const canvas = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await expect(page.locator(".front-name")).toHaveCSS("border-bottom-color", canvas);
});

test("each turn of the help's chat has an outline", async ({ page }) => {
  await page.goto("/help");
  await expect(page.locator(".help-turn").first()).toHaveCSS("border-top-width", "1px");
});
