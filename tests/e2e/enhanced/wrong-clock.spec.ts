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
