import { deliverLetter, sendLetter } from "../setup/accounts";
import { query } from "../setup/db";
import { enter, expect, ready, test } from "../setup/fixtures";

test("a visitor is invited to sign in", async ({ page }) => {
  await page.goto("/activity?tab=delivered");
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/auth\?mode=login&redirectTo=%2Factivity%3Ftab%3Ddelivered$/);
});

test("lists every vault with its date under the right tab", async ({ page, open, mailbox }) => {
  const account = await open();
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await sendLetter(account, { title: "Soon", date: day(5) });
  await sendLetter(account, { title: "Next", date: day(1) });
  const { id } = await deliverLetter(account, mailbox, { title: "Here" });
  // The vault is marked as delivered a moment after its mail.
  await expect
    .poll(async () => (await query("SELECT state FROM memories WHERE id = ?", [id]))[0]?.state)
    .toBe("delivered");
  await enter(page, account);
  await page.goto("/activity");
  await ready(page);
  const items = page.locator("[data-item]");
  await expect(items).toHaveCount(3);
  await expect(items.nth(0)).toContainText("Next");
  await expect(items.nth(0)).toContainText("Will be delivered tomorrow");
  await expect(items.nth(1)).toContainText("Will be delivered in 5 days");
  await expect(items.nth(2)).toContainText("Delivered today");

  await page.getByRole("link", { name: "Upcoming 2" }).click();
  await expect(items).toHaveCount(2);
  await page.getByRole("link", { name: "Edit Vault “Next”" }).click();
  await expect(page.getByLabel("Memory Title")).toHaveValue("Next");
  await page.goto("/activity?tab=delivered");
  await ready(page);
  await page.getByRole("link", { name: "Create Similar “Here”" }).click();
  await expect(page.getByLabel("Memory Title")).toHaveValue("Here");
  await page.goto("/activity?tab=delivered");
  await page.getByRole("link", { name: "View Delivery Status “Here”" }).click();
  await expect(page.getByRole("heading", { name: "Delivery record" })).toBeVisible();
  await page.goto("/activity");
  await page.getByRole("link", { name: "Replies 0" }).click();
  await expect(page.getByRole("heading", { name: "No replies yet" })).toBeVisible();
});
