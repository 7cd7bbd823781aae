import type { Page } from "playwright/test";
import { letterFields, sendLetter } from "./setup/accounts";
import { enter, expect, fillLetter, ready, test } from "./setup/fixtures";

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: false }) });

test("from the limit to the plans, back to the saved letter, and to a free slot for it", async ({
  page,
  open,
  hasScript,
}) => {
  const account = await open({ vaultLimit: 1 });
  const waiting = await sendLetter(account, { title: "For Leo" });
  await enter(page, account);
  const letter = letterFields();
  await page.goto("/create?type=send-to-someone&step=form");
  await ready(page);
  await fillLetter(page, letter);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  const limit = hasScript ? page.getByRole("dialog", { name: "Vault Limit Reached" }) : page.getByRole("main");
  await limit.getByRole("link", { name: "View plans" }).click();

  await expect(page.getByRole("heading", { name: "Plans", level: 1 })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "1 of 1 vault used" })).toHaveJSProperty("value", 1);
  await expect(page.getByText("Vault Limit Reached")).toBeVisible();
  await expect(row(page, "Free")).toContainText("Your plan");
  await expect(row(page, "Starter")).toContainText("4 more$2.50");
  await expect(page.getByText("Plans cannot be bought here yet")).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);

  await page.getByRole("link", { name: letter.title }).click();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(letter.message);
  await expect(page.getByLabel("Recipient e-mail")).toHaveValue(letter.recipientEmail);
  await expect(page.getByLabel("Delivery date")).toHaveValue(letter.date);

  await page.goto("/dashboard");
  await ready(page);
  await page.getByRole("link", { name: "Upgrade your plan" }).click();
  await page.getByRole("link", { name: "See what waits" }).click();
  await page.getByRole("article").getByRole("link", { name: "For Leo", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/memories/${waiting}$`));
  await page.goto(`/memories/${waiting}/cancel`);
  await ready(page);
  await page.getByRole("main").getByRole("button").click();
  await expect(page.getByText("Vault cancelled")).toBeVisible();

  await page.goto("/settings/plan");
  await page.getByRole("button", { name: `Finish Vault Now “${letter.title}”` }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  await page.goto("/settings/plan");
  await expect(page.getByText("1 of 1 vault used")).toBeVisible();
  await expect(page.getByRole("link", { name: letter.title })).toHaveCount(0);
});
