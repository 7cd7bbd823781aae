import { enter, expect, openLetter, test } from "../setup/fixtures";

test("the date picker works by keyboard, with one tab stop, and can be closed", async ({ page, open }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await enter(page, await open());
  await openLetter(page);
  const opener = page.getByRole("button", { name: /Choose date$/ });
  await opener.press("Enter");
  const picker = page.getByRole("dialog", { name: "Choose a date" });
  await expect(picker.getByRole("heading", { name: "Choose a year" })).toBeFocused();
  await page.keyboard.press("Tab");
  const years = picker.getByRole("button", { name: /^\d{4}$/ });
  await expect(years.first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(years.nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(years.last()).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  const columns = await years.evaluateAll((all) => {
    const tops = all.map((one) => one.getBoundingClientRect().top);
    return tops.filter((top) => top === tops[0]).length;
  });
  await expect(years.nth(columns)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(picker.getByRole("heading", { name: /^Choose a month in/ })).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await picker.getByRole("button", { name: "Close" }).click();
  await expect(picker).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(picker.getByRole("heading", { name: "Choose a year" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(picker).toHaveCount(0);
  await expect(page.getByText("Change the hour")).toBeFocused();
});

test("a day that has passed is refused as it is typed", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await page.getByLabel("Delivery date").fill("2020-02-29");
  await expect(page.getByText("Please select a date that is still to come.")).toBeVisible();
  await page.getByLabel("Delivery date").fill("2199-01-01");
  await expect(page.getByText("Please select a date within 75 years.")).toBeVisible();
  await page.getByLabel("Delivery date").fill("2044-06-14");
  await expect(page.locator(".field-error")).toHaveCount(0);
});
