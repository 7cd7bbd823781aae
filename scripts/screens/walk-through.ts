import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import sharp from "sharp";
import type { SampleData } from "../../tests/e2e/setup/sample-data.ts";
import { openState, STATES } from "../../tests/e2e/setup/states.ts";
import { SCHEMES } from "./camera.ts";

/** CSS pixels, photographed at 1.25 times that. */
const VIEWPORT = { width: 960, height: 640 };

type Scene = { name: string; state: string; arrange?: (page: Page) => Promise<void> };

const SCENES: Scene[] = [
  { name: "write", state: "create", arrange: writeLetter },
  { name: "day", state: "create-date", arrange: chooseMonth },
  { name: "seal", state: "details-sealed" },
  { name: "arrive", state: "open-before-code" },
  { name: "read", state: "reading", arrange: scrollToLetter },
];

/** The pictures of the walk-through on the page How it works. */
export async function takeWalkThrough(
  browser: Browser,
  { url, sample, folder }: { url: string; sample: SampleData; folder: string },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({
    baseURL: url,
    reducedMotion: "reduce",
    viewport: VIEWPORT,
    deviceScaleFactor: 1.25,
    bypassCSP: true,
  });
  const page = await context.newPage();
  for (const { name, state, arrange } of SCENES) {
    const found = STATES.find((one) => one.name === state);
    if (!found) throw new Error(`There is no state ${state}.`);
    await openState(page, found, sample);
    await arrange?.(page);
    await page.addStyleTag({ content: ".help-button { display: none }" });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => document.fonts.ready.then(() => true));
      await sharp(await page.screenshot())
        .webp({ quality: 72, effort: 6 })
        .toFile(join(folder, `${name}-${colorScheme}.webp`));
    }
  }
  await context.close();
}

async function writeLetter(page: Page): Promise<void> {
  await page.getByLabel("Memory Title").fill("On your wedding day");
  await page.getByLabel("Recipient name").fill("Mia");
  const message = page.getByLabel("Message", { exact: true });
  await message.fill(
    "Dear Mia,\n\nyou are eight today, and you have just beaten me at chess for the first time. You tried not to smile.\n\nI want you to know how that looked from the other side of the board.",
  );
  await message.evaluate((field: HTMLElement) => {
    field.blur();
    scrollTo(0, field.getBoundingClientRect().top + scrollY - 150);
  });
}

async function chooseMonth(page: Page): Promise<void> {
  await page.getByRole("button", { name: "2044", exact: true }).click();
  await page.getByRole("button", { name: "June", exact: true }).click();
  await page.locator(".date-weekday").first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

/** Reloads the page, to remove the toast of an earlier form. */
async function scrollToLetter(page: Page): Promise<void> {
  await page.reload();
  await page
    .getByRole("heading", { level: 1 })
    .evaluate((heading) => scrollBy(0, heading.getBoundingClientRect().top - 90));
}
