import { sampleMedia } from "../../scripts/seed/sample-media";
import { letterFields } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, fillLetter, openLetter, ready, test } from "./setup/fixtures";

test("a draft saves all fields and files, and is finished from the dashboard", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await openLetter(page);
  await fillLetter(page, { title: "Half a letter", recipientEmail: "mia at", message: "Dear Mia", hour: "17" });
  const photo = { name: "sea.jpg", mimeType: "image/jpeg", buffer: sampleMedia("sea.jpg") };
  await page.getByLabel("Photo", { exact: true }).setInputFiles(photo);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();

  await page.goto("/dashboard");
  await ready(page);
  const card = page.getByRole("article").filter({ hasText: "Half a letter" });
  await expect(card).toContainText("Draft");
  await page.getByRole("button", { name: /^Finish Vault Now/ }).click();
  await expect(page.getByRole("heading", { name: "Edit Memory" })).toBeVisible();
  await expect(page.getByLabel("Recipient e-mail")).toHaveValue("mia at");
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Dear Mia");
  await expect(page.getByRole("listitem").filter({ hasText: "sea.jpg" })).toBeVisible();
  await ready(page);
  await fillLetter(page, { recipientEmail: "mia@example.org", date: "2044-06-14" });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  const vaults = await query("SELECT id, state, delivery_hour FROM memories WHERE user_id = ?", [account.id]);
  expect(vaults).toMatchObject([{ state: "scheduled", delivery_hour: 17 }]);
  expect(await query("SELECT id FROM media WHERE memory_id = ?", [vaults[0]?.id])).toHaveLength(1);
});

test("a draft is discarded after a confirmation", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await openLetter(page);
  await fillLetter(page, { title: "Never mind" });
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("link", { name: "Discard this draft" }).click();
  await expect(page.getByRole("heading", { name: "Discard “Never mind”?" })).toBeVisible();
  await ready(page);
  await page.getByRole("button", { name: "Discard this draft" }).click();
  await expect(page.getByText("Draft discarded")).toBeVisible();
  expect(await query("SELECT id FROM memories WHERE user_id = ?", [account.id])).toEqual([]);
});

test("the form leads to a preview of the letter", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await fillLetter(page, { ...letterFields(), message: "As you will read it" });
  await page.getByRole("button", { name: "Show me exactly what they will get" }).click();
  await expect(page.getByRole("heading", { name: /^What .+ will get$/ })).toBeVisible();
});
