import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import sharp from "sharp";
import type { SampleData } from "../../tests/e2e/setup/sample-data.ts";

/** Compressed for the repository. */
export async function takePicturesForDocs(
  browser: Browser,
  { url, sample, folder }: { url: string; sample: SampleData; folder: string },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({
    baseURL: url,
    reducedMotion: "reduce",
    colorScheme: "light",
  });
  const page = await context.newPage();
  const take = async (path: string, name: string, height: number) => {
    await page.setViewportSize({ width: 1280, height });
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready.then(() => true));
    const picture = await page.screenshot();
    await sharp(picture)
      .png({ palette: true, quality: 90, compressionLevel: 9, effort: 10 })
      .toFile(join(folder, name));
  };
  await take("/", "home.png", 860);
  await context.addCookies(sample.demo.cookies());
  await take("/dashboard", "dashboard.png", 1300);
  await context.close();
}

/** For social networks and messengers: the hero of the home page, without its buttons. */
export async function takeShareImage(browser: Browser, url: string, folder: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 630 },
    reducedMotion: "reduce",
    colorScheme: "light",
    bypassCSP: true,
  });
  await page.goto(url);
  await page.addStyleTag({
    content: ".site-header > :not(.logo), .hero .actions, .hero .small, .help-button { display: none }",
  });
  await page.evaluate(() => document.fonts.ready.then(() => true));
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, compressionLevel: 9, effort: 10 })
    .toFile(join(folder, "share.png"));
  await page.close();
}

/** Icons of the web manifest. Maskable ones may lose a fifth at every edge. */
export async function drawIcons(folder: string): Promise<void> {
  const paper = "#fbf6ed";
  for (const [name, size, share] of [
    ["icon-192", 192, 1],
    ["icon-512", 512, 1],
    ["icon-maskable", 512, 0.62],
  ] as const) {
    const inner = Math.round(size * share);
    const mark = await sharp(join(folder, "favicon.svg"), { density: 72 * (inner / 32) })
      .resize(inner, inner)
      .toBuffer();
    const background = share < 1 ? paper : { r: 0, g: 0, b: 0, alpha: 0 };
    await sharp({ create: { width: size, height: size, channels: 4, background } })
      .composite([{ input: mark }])
      .png({ palette: true, compressionLevel: 9, effort: 10 })
      .toFile(join(folder, `${name}.png`));
  }
}
