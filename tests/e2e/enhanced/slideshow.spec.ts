import { expect, ready, test } from "../setup/fixtures";

test.use({ isIsolated: true });

test("a slideshow advances by itself until the reader takes over", async ({ page, sample }) => {
  await page.context().addCookies(sample.keeper.cookies());
  await page.clock.install();
  await page.goto(sample.gallery.opening);
  const watch = page.getByRole("button", { name: "Watch as a slideshow" });
  const box = page.getByRole("dialog", { name: "Photos" });
  const [pause, play] = [box.getByRole("button", { name: "Pause" }), box.getByRole("button", { name: "Play" })];
  await watch.click();
  await expect(play).toBeVisible();
  await page.keyboard.press("Space");
  await expect(pause).toBeVisible();
  for (const seen of ["2 of 4", "3 of 4", "4 of 4", "1 of 4"]) {
    await page.clock.fastForward(5000);
    await expect(box.getByText(seen)).toBeVisible();
  }
  await page.keyboard.press("Space");
  await expect(play).toBeVisible();
  await play.click();
  await page.keyboard.press("ArrowRight");
  await expect(play).toBeVisible();
  await expect(box.getByText("2 of 4")).toBeVisible();
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(box.getByText("3 of 4"), "the browser’s own shortcuts stay its own").toBeVisible();
  await page.keyboard.press("Escape");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await watch.click();
  await expect(pause).toBeVisible();
});

test("without names for its buttons, the lightbox leaves photos to their pages", async ({ page, sample }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, "ariaLabel"));
  await page.context().addCookies(sample.keeper.cookies());
  await page.goto(sample.gallery.opening);
  await ready(page);
  await page.locator("a[data-photo]").first().click();
  await expect(page).not.toHaveURL(sample.gallery.opening);
});

test("a board that is played stands still once it is paused, and once it is left", async ({ page, sample }) => {
  await page.context().addCookies(sample.keeper.cookies());
  await page.goto(`/memories/${sample.invited.board}/wall`);
  await ready(page);
  const slide = page.getByRole("region", { name: "Slideshow" });
  // Longer than a piece is shown.
  const wait = () => page.waitForTimeout(9_000);
  await page.getByRole("link", { name: "Play them all" }).click();
  await expect(slide.getByText("1 of 5")).toBeVisible();
  await ready(page);
  await slide.getByRole("link", { name: "Pause" }).click();
  await expect(slide.getByRole("link", { name: "Play" })).toBeVisible();
  await wait();
  await expect(page).toHaveURL(/\?show=1&still$/);
  await slide.getByRole("link", { name: "Play" }).click();
  await expect(slide.getByText("2 of 5")).toBeVisible();
  await ready(page);
  await slide.getByRole("link", { name: "Back to the board" }).click();
  await expect(slide).toHaveCount(0);
  await wait();
  await expect(slide).toHaveCount(0);
});
