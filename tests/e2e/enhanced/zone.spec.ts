import { enter, expect, openLetter, ready, test } from "../setup/fixtures";

test.use({ timezoneId: "Asia/Tokyo" });

test("a user without a time zone is offered the browser's and a list", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await page.getByText("Change the hour").click();
  const zone = page.getByLabel("Time zone");
  await expect(zone).toHaveValue("Asia/Tokyo");
  await zone.focus();
  await expect(page.locator("datalist option[value='Pacific/Chatham']")).toHaveCount(1);
  await page.getByLabel("Delivery date").fill("2044-06-14");
  await expect(page.getByText("at 09:00 in Tokyo")).toBeVisible();
});

test("a browser that cannot name its time zone leaves UTC", async ({ page, open }) => {
  // Chromium's answer where the system's zone is unknown to it.
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
    };
  });
  await enter(page, await open());
  await openLetter(page);
  await page.getByText("Change the hour").click();
  await expect(page.getByLabel("Time zone")).toHaveValue("UTC");
});

test("a form that was only looked at is not kept because of the browser's time zone", async ({ page }) => {
  await openLetter(page);
  await page.getByLabel("Memory Title").focus();
  await page.waitForLoadState("networkidle");
  await page.goto("/create?type=memory-board&step=form");
  await ready(page);
  await page.getByLabel("Memory Title").fill("The board");
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("amberkeep-memories") ?? "[]"));
  await expect.poll(async () => (await kept()).map(({ title }: { title: string }) => title)).toEqual(["The board"]);
});
