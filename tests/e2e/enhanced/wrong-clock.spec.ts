import { addDays, format } from "date-fns";
import { letterFields } from "../setup/accounts";
import { enter, expect, fillLetter, openLetter, test } from "../setup/fixtures";

test.use({ isIsolated: true, timezoneId: "Pacific/Kiritimati" });

for (const [where, days] of [
  ["ahead", 40],
  ["behind", -40],
] as const) {
  test(`a letter is scheduled on a device whose clock is ${where}`, async ({ page, open }) => {
    await page.clock.install({ time: addDays(new Date(), days) });
    await enter(page, await open());
    await openLetter(page);
    const date = page.getByLabel("Delivery date");
    const first = (await date.getAttribute("min")) ?? "";
    expect(Math.abs(Date.parse(first) - Date.now())).toBeLessThan(3 * 86_400_000);
    await fillLetter(page, { ...letterFields(), date: format(addDays(new Date(), 5), "yyyy-MM-dd") });
    await page.getByRole("button", { name: "Schedule Memory" }).click();
    await expect(page.getByText("Memory Created")).toBeVisible();
  });
}

test("what a visitor wrote last is restored on a device whose clock is behind", async ({ page }) => {
  await page.clock.install({ time: addDays(new Date(), -1) });
  await openLetter(page);
  await fillLetter(page, letterFields());
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
  await page.route("**/create/draft*", (route) => route.abort());
  const message = page.getByLabel("Message", { exact: true });
  await message.fill("Dear Mia,\n\nthis came later.");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("amberkeep-memories"))).toContain("later");
  await page.reload();
  await expect(message).toHaveValue("Dear Mia,\n\nthis came later.");
});
