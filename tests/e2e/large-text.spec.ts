import { openBoard } from "./setup/boards";
import { enter, expect, joinAs, type Page, ready, test } from "./setup/fixtures";

/** As a browser on a phone whose text is set to twice the size. */
test.use({
  viewport: { width: 360, height: 640 },
  isIsolated: true,
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"] }),
});

/** What is wider than the phone, and texts with room for a letter or two in each line. */
function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>("main *:not(option)")].filter((element) =>
      element.checkVisibility(),
    );
    const ownText = (element: Element) =>
      [...element.childNodes].map((node) => (node instanceof Text ? node.data.trim() : "")).join("");
    const isNarrow = (element: HTMLElement) => {
      const { width, height } = element.getBoundingClientRect();
      return ownText(element).length > 5 && width > 1 && width < 64 && height > 128;
    };
    return [
      ...(document.documentElement.scrollWidth > window.innerWidth ? ["the page"] : []),
      ...shown.filter(isNarrow).map(ownText),
    ];
  });
}

test("pages fit a phone with twice the text size", async ({ page, open }) => {
  await enter(page, await open());
  for (const path of ["/dashboard", "/settings/plan", "/promise"]) {
    await page.goto(path);
    await ready(page);
    expect(await unreadable(page), path).toEqual([]);
  }
});

test("a guest's pages of a board fit a phone with twice the text size", async ({ page, open }) => {
  const { link } = await openBoard(await open());
  await page.goto(link);
  expect(await unreadable(page)).toEqual([]);
  await joinAs(page, link, "Karl");
  expect(await unreadable(page)).toEqual([]);
});
