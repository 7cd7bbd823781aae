import { letterFields } from "../setup/accounts";
import { query } from "../setup/db";
import { enter, expect, fillLetter, openLetter, test } from "../setup/fixtures";

test.use({ expected: /ERR_FAILED/ });

test("a form that fails to send stays, shows a message and can be sent again", async ({ page, open }) => {
  const account = await open();
  const letter = letterFields();
  await enter(page, account);
  await openLetter(page);
  await fillLetter(page, letter);
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
  await page.route(/\/create\?/, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.locator(".toast")).toContainText("Failed to Save Memory");
  await expect(page.locator(".toast")).toContainText(
    "Unable to save memory. Please check your connection and try again.",
  );
  await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(letter.message);
  await page.unroute(/\/create\?/);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  expect(await query("SELECT state FROM memories WHERE user_id = ?", [account.id])).toEqual([{ state: "scheduled" }]);
});
