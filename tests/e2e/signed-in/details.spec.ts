import { readFile } from "node:fs/promises";
import { sendLetter } from "../setup/accounts";
import { query } from "../setup/db";
import { enter, expect, ready, test } from "../setup/fixtures";

const stateOf = async (id: string) => (await query("SELECT state FROM memories WHERE id = ?", [id]))[0]?.state;

test("a vault is sealed after a confirmation, and its content is hidden", async ({ page, open }) => {
  const account = await open();
  const id = await sendLetter(account, { title: "On your wedding day", message: "the secret" });
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  await ready(page);
  await expect(page.getByText("the secret")).toBeVisible();
  await expect(page.getByText("June 14, 2044, 09:00 UTC")).toBeVisible();
  await page.getByRole("link", { name: "Seal it" }).click();
  await page.getByRole("link", { name: "Leave it open" }).click();
  await page.getByRole("link", { name: "Seal it" }).click();
  await expect(page.getByRole("heading", { name: "Seal “On your wedding day”?" })).toBeVisible();
  await page.getByRole("button", { name: "Seal it" }).click();
  await expect(page.getByText("Memory sealed")).toBeVisible();
  await expect(page.getByText("the secret")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Edit Memory" })).toHaveCount(0);
  expect(await stateOf(id)).toBe("sealed");
});

test("a vault is cancelled after a confirmation, and its slot is free again", async ({ page, open }) => {
  const account = await open({ vaultLimit: 1 });
  const id = await sendLetter(account, { title: "Not after all" });
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  await ready(page);
  await page.getByRole("link", { name: "Cancel this vault" }).click();
  await page.getByRole("button", { name: "Cancel this vault" }).click();
  await expect(page.getByText("Vault cancelled")).toBeVisible();
  await expect(page.getByText("Vault Limit Reached")).toHaveCount(0);
  expect(await stateOf(id)).toBe("cancelled");
  await page.goto(`/memories/${id}`);
  await expect(page.getByText("It won’t be delivered. Its text and files are deleted.")).toBeVisible();
});

test("the date can be added to a calendar", async ({ page, open }) => {
  const account = await open();
  const id = await sendLetter(account, { title: "On your wedding day" });
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  await ready(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Add the day to your calendar" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("amberkeep-2044-06-14.ics");
  expect(await readFile(await download.path(), "utf8")).toContain("DTSTART;VALUE=DATE:20440614");
});
