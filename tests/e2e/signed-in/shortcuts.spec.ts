import { enter, expect, ready, test } from "../setup/fixtures";

test("the shortcuts are listed and can be turned off and on", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/dashboard");
  await ready(page);
  await page.getByRole("link", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByText("They are on in this browser.")).toBeVisible();
  await page.getByRole("button", { name: "Switch them off" }).click();
  await expect(page.getByText("Keyboard shortcuts are off")).toBeVisible();
  await page.getByRole("button", { name: "Switch them on" }).click();
  await expect(page.getByText("They are on in this browser.")).toBeVisible();
});
