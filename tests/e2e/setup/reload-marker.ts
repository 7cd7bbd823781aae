import { type Page, ready } from "./fixtures";

/** Sets a marker that a reload would remove. */
export async function mark(page: Page): Promise<void> {
  await ready(page);
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
}

export const isMarked = (page: Page) => page.evaluate(() => "isMarked" in window);
