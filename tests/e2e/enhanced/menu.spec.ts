import { enter, expect, ready, test } from "../setup/fixtures";

test("Escape closes the menu and gives its button the focus back", async ({ page, open }) => {
  await enter(page, await open());
  for (const path of ["/dashboard", "/about"]) {
    await page.goto(path);
    await ready(page);
    await page.locator(".menu summary").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.locator(".menu-sheet :focus")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator("details.menu"), path).not.toHaveAttribute("open");
    await expect(page.locator(".menu summary"), path).toBeFocused();
  }
});
