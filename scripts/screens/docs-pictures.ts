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
