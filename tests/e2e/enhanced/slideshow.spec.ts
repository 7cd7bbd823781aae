import { expect, test } from "../setup/fixtures";

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
  await page.keyboard.press("Escape");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await watch.click();
  await expect(pause).toBeVisible();
});
