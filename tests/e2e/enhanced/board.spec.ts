import type { Locator } from "playwright/test";
import { query } from "../setup/db";
import { expect, type Page, ready, test } from "../setup/fixtures";

/** A little longer than three photos. */
const A_WHILE = 20_000;

const stageOf = (page: Page) => {
  const stage = page.getByRole("region", { name: "Slideshow" });
  const count = stage.getByText(/\d of 4/);
  const button = (name: string) => stage.getByRole("button", { name });
  return {
    stage,
    count,
    strip: stage.locator(".lightbox-strip"),
    pause: button("Pause"),
    play: button("Play"),
    next: button("Next photo"),
    /** Advances by itself, and therefore is not announced. */
    moves: () => expect(count).toHaveAttribute("aria-live", "off"),
    stands: () => expect(count).toHaveAttribute("aria-live", "polite"),
    async staysAt(seen: string) {
      await page.clock.fastForward(A_WHILE);
      await expect(count).toContainText(seen);
    },
    async comesTo(seen: string) {
      await page.clock.fastForward(5000);
      await expect(count).toContainText(seen);
    },
  };
};

const hidePage = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

test.use({ isIsolated: true });

test("nothing moves when the slideshow of a board appears", async ({ page, sample }) => {
  await page.context().addCookies(sample.full.cookies());
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`/memories/${sample.board}`);
    await expect(stageOf(page).stage).toBeVisible();
    const [standing, empty] = await page.locator("photo-stage").evaluate((element: HTMLElement) => {
      const height = element.offsetHeight;
      element.replaceChildren();
      return [height, element.offsetHeight];
    });
    expect(Math.abs(Number(standing) - Number(empty))).toBeLessThanOrEqual(1);
  }
});

test("a board opens with its first pieces in sight, and its photos name authors on a line of their own", async ({
  page,
  sample,
}) => {
  await page.context().addCookies(sample.full.cookies());
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/memories/${sample.board}`);
  await ready(page);
  await expect(page.locator(".wall").getByRole("listitem").first()).toBeInViewport();
  const expectTwoLines = async (captions: Locator) => {
    const caption = captions.first();
    const [words, author] = [await caption.locator("span").boundingBox(), await caption.locator("small").boundingBox()];
    expect(author?.y ?? 0).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0) - 1);
  };
  await expectTwoLines(stageOf(page).stage.locator("figcaption"));
  await page.locator(".wall").getByRole("link", { name: "The hill behind the house" }).click();
  await expectTwoLines(page.getByRole("dialog", { name: "Photos" }).locator("figcaption"));
});

test("an enlarged photo has its guest’s words, and its description for those who cannot see it", async ({
  page,
  sample,
}) => {
  await page.context().addCookies(sample.partyRecipient.cookies());
  await page.goto(`/memories/${sample.revealed.board}`);
  await ready(page);
  const words = "Our trip to the hill. You carried two of us.";
  await page.locator(".wall").getByRole("link", { name: "Nine children on a hill" }).click();
  const box = page.getByRole("dialog", { name: "Photos" });
  await expect(box.locator("figcaption").filter({ hasText: words })).toBeVisible();
  await expect(box.getByText("1 of 4"), "announced").toHaveText(`1 of 4 Nine children on a hill. ${words}`);
});

test("the photos of a board advance by themselves while visible, until the reader takes over", async ({
  page,
  sample,
}) => {
  await page.context().addCookies(sample.full.cookies());
  await page.setViewportSize({ width: 1280, height: 560 });
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(`/memories/${sample.board}`);
  await ready(page);
  const { stage, count, strip, pause, play, next, moves, stands, staysAt, comesTo } = stageOf(page);
  await expect(pause).toBeVisible();
  await stands();
  await staysAt("1 of 4");
  await stage.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await moves();
  await comesTo("2 of 4");
  await expect(stage.getByRole("img", { name: "חמישה אנשים במטבח קטן" })).toBeInViewport();

  await strip.hover();
  await stands();
  const seenFrom = () => page.evaluate(() => window.scrollY);
  const before = await seenFrom();
  await page.mouse.wheel(0, 40);
  await expect.poll(seenFrom, "who scrolls past is not held up").toBe(before + 40);
  await staysAt("2 of 4");
  await page.mouse.move(0, 0);
  await moves();
  await comesTo("3 of 4");

  await pause.focus();
  await stands();
  await staysAt("3 of 4");
  await pause.blur();
  await moves();
  await hidePage(page, true);
  await stands();
  await staysAt("3 of 4");
  await hidePage(page, false);
  await moves();
  await comesTo("4 of 4");
  await comesTo("1 of 4");

  await strip.focus();
  await page.keyboard.press("ArrowRight");
  await expect(count).toContainText("2 of 4");
  await strip.blur();
  await expect(play).toBeVisible();
  await staysAt("2 of 4");

  // Play starts it even under the pointer.
  await play.click();
  await moves();
  await comesTo("3 of 4");
  await pause.click();
  await page.mouse.move(0, 0);
  await staysAt("3 of 4");
  await next.click();
  await expect(count).toContainText("4 of 4");

  await stage.getByRole("img", { name: "At noon, before the rain" }).click();
  const box = page.getByRole("dialog", { name: "Photos" });
  await expect(box.getByText("4 of 4")).toBeVisible();
  await expect(box).toContainText("From Anna Berger");
  await page.keyboard.press("ArrowLeft");
  await expect(box.getByText("3 of 4")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(strip).toBeFocused();
  await expect(count).toContainText("3 of 4");
});

test("with reduced motion the photos stand still until Play is pressed", async ({ page, sample }) => {
  await page.context().addCookies(sample.full.cookies());
  await page.clock.install();
  await page.goto("/dashboard");
  await ready(page);
  await page.getByRole("link", { name: "Eighty years of Otto" }).click();
  const { stage, play, pause, moves, stands, staysAt, comesTo } = stageOf(page);
  await expect(play).toBeVisible();
  await stage.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await stands();
  await staysAt("1 of 4");
  await play.click();
  await expect(pause).toBeVisible();
  await moves();
  await comesTo("2 of 4");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Good", exact: false }).first()).toBeVisible();
  await expect(stage).toHaveCount(0);
  await page.goForward();
  await expect(play).toBeVisible();
  await staysAt("1 of 4");
});

test("the slideshow follows the order of the board, also without a reload", async ({ page, sample }) => {
  const { board } = sample.revealed;
  const posts = await query("SELECT id, guest_id FROM board_posts WHERE memory_id = ? ORDER BY created_at", [board]);
  const [first, noon] = [posts[0], posts[6]];
  const giveNoonToAuthorOf = (post: typeof noon) =>
    query("UPDATE board_posts SET guest_id = ? WHERE id = ?", [post?.guest_id, noon?.id].map(String));
  await giveNoonToAuthorOf(first);
  try {
    await page.context().addCookies(sample.partyRecipient.cookies());
    await page.goto("/dashboard");
    await ready(page);
    await page.getByRole("link", { name: "Eva’s last day at school" }).first().click();
    const second = stageOf(page).stage.locator("img").nth(1);
    await expect(second).toHaveAttribute("alt", "First day. I still have the pencil.");
    await page.getByRole("link", { name: "By author" }).click();
    await expect(second).toHaveAttribute("alt", "She reads to her brother now, in your voice.");
  } finally {
    await giveNoonToAuthorOf(noon);
  }
});
