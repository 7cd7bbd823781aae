import { jpeg } from "../corpus/photos";
import { letterFields, sendLetter } from "./setup/accounts";
import { openBoard } from "./setup/boards";
import { enter, expect, joinAs, type Page, ready, test, writeLetter } from "./setup/fixtures";

/** As a browser on a phone whose text is set to twice the size. */
test.use({
  viewport: { width: 360, height: 640 },
  isIsolated: true,
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"] }),
});

/** What is wider than the phone, texts with room for a letter or two in each line, and cut lines of envelopes. */
function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Until then the text has a fallback font, which is wider.
    await document.fonts.ready;
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
      ...shown
        .filter((line) => line.matches(".envelope-address p") && line.scrollHeight > line.clientHeight + 1)
        .map((line) => `cut: ${ownText(line)}`),
      ...shown
        .filter((tab) => tab.matches(".tabs a") && tab.getBoundingClientRect().right > window.innerWidth)
        .map((tab) => `beyond the edge: ${ownText(tab)}`),
    ];
  });
}

test("pages fit a phone with twice the text size", async ({ page, open }) => {
  const account = await open();
  await sendLetter(account);
  await enter(page, account);
  const pages = ["/?home", "/dashboard", "/settings/plan", "/promise"];
  for (const type of ["send-to-someone", "memory-board", "future-self"]) pages.push(`/create?type=${type}&step=form`);
  for (const path of pages) {
    await page.goto(path);
    await ready(page);
    expect(await unreadable(page), path).toEqual([]);
  }
});

test("the page after sending fits, and its stamp does not cover the name, with twice the text size", async ({
  page,
  open,
}) => {
  await enter(page, await open());
  await writeLetter(page, letterFields());
  expect(await unreadable(page)).toEqual([]);
  expect((await page.locator(".toast").boundingBox())?.height).toBeLessThan(640 / 2);
  const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN);
  const stamp = await page.locator(".front .franking").boundingBox();
  expect((await page.locator(".front-name").boundingBox())?.y).toBeGreaterThanOrEqual(bottomOf(stamp));
});

test("a guest of a board can add a photo with twice the text size", async ({ page, open, hasScript }) => {
  const { link } = await openBoard(await open());
  await page.goto(link);
  expect(await unreadable(page)).toEqual([]);
  await joinAs(page, link, "Karl");
  expect(await unreadable(page)).toEqual([]);
  await page.getByRole("link", { name: "Add a photo or video" }).click();
  await ready(page);
  const photo = { name: "Otto.jpg", mimeType: "image/jpeg", buffer: await jpeg() };
  await page.getByLabel(/^Photos?$/).setInputFiles(photo);
  if (hasScript) await expect(page.locator(".file").getByText("Upload Complete")).toBeVisible();
  expect(await unreadable(page)).toEqual([]);
});

test("mails fit a phone with twice the text size and a name in one long word", async ({ page }) => {
  for (const kind of ["opening_code", "delivery", "backup_request", "weekly_digest"]) {
    await page.setContent(await (await page.request.get(`/dev/mail/preview/${kind}`)).text());
    const width = await page.evaluate(() => {
      // Their sizes are in pixels, which mail programs scale.
      for (const element of document.querySelectorAll<HTMLElement>("[style*=font-size]"))
        element.style.fontSize = `${2 * Number.parseFloat(element.style.fontSize)}px`;
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        text.data = text.data.replace(/Anna|Mia|On your wedding day/g, "Wolfeschlegelsteinhausenbergerdorff".repeat(2));
      }
      return document.documentElement.scrollWidth;
    });
    expect(width, kind).toBe(360);
  }
});
