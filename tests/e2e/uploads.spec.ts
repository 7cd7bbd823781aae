import { jpeg, phoneJpeg } from "../corpus/photos";
import { letterFields, sendLetter } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, fillLetter, openLetter, type Page, ready, test } from "./setup/fixtures";

const FORM = "/create?type=future-self&step=form";
const photo = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });
const schedule = (page: Page) => page.getByRole("button", { name: "Schedule Memory" }).last().click();

/** Chooses photos, and with script waits until they are uploaded. */
async function choose(page: Page, files: ReturnType<typeof photo>[], hasScript: boolean): Promise<void> {
  await page.getByLabel(/^Photos?$/).setInputFiles(files);
  if (hasScript) await expect(page.locator(".file").getByText("Upload Complete")).toHaveCount(files.length);
}

test("a photo without text is scheduled, rotated and described", async ({ page, open, hasScript }) => {
  await enter(page, await open());
  await page.goto(FORM);
  await ready(page);
  const { title, date } = letterFields();
  await fillLetter(page, { title, date });
  await choose(page, [photo("Mia.jpg", await phoneJpeg())], hasScript);
  if (hasScript) await page.getByLabel("What is in the picture?").fill("Mia in the kitchen");
  await schedule(page);
  await expect(page.getByText("Memory Created")).toBeVisible();
  await page.goto("/dashboard");
  await page.getByRole("article").getByRole("link", { name: title }).click();
  await page.getByRole("link", { name: "Edit Memory" }).click();
  await expect(page.locator(".file")).toContainText("Mia.jpg");
  await page.getByLabel("What is in the picture?").fill("Mia, four years old");
  await page.getByRole("button", { name: "Update Memory" }).last().click();
  await expect(page.getByText("Memory Updated")).toBeVisible();
  await page.getByRole("article").getByRole("link", { name: title }).click();
  const shown = page.getByRole("img", { name: "Mia, four years old" });
  await expect(shown).toBeVisible();
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth))
    .toBe(true);
});

test("a refused file has its message, and everything else is kept", async ({ page, open, hasScript }) => {
  await enter(page, await open());
  await page.goto(FORM);
  await ready(page);
  const { title, date, message } = letterFields();
  await fillLetter(page, { title, date, message });
  const script = Buffer.from("#!/bin/sh\necho not a photo\n".repeat(50));
  await page.getByLabel("Photos").setInputFiles([photo("Good.jpg", await jpeg()), photo("Bad.jpg", script)]);
  if (hasScript) await expect(page.locator(".file").getByText("Upload Complete")).toBeVisible();
  else await schedule(page);
  await expect(page.locator(".field-error").getByText("“Bad.jpg” isn’t a photo we can read.")).toBeVisible();
  await expect(page.locator(".file").filter({ hasText: "Good.jpg" })).toBeVisible();
  await expect(page.getByLabel("Memory Title")).toHaveValue(title);
  if (hasScript) await page.getByRole("button", { name: "Remove Bad.jpg" }).click();
  await schedule(page);
  await expect(page.getByText("Memory Created")).toBeVisible();
});

test("a saved file can be removed and replaced", async ({ page, open, hasScript }) => {
  await enter(page, await open());
  await openLetter(page);
  const letter = letterFields();
  await fillLetter(page, letter);
  await choose(page, [photo("First.jpg", await jpeg())], hasScript);
  await schedule(page);
  await expect(page.getByText("Memory Created")).toBeVisible();
  await page.getByRole("link", { name: "See all your vaults" }).click();
  await page.getByRole("article").getByRole("link", { name: letter.title }).click();
  await page.getByRole("link", { name: "Edit Memory" }).click();
  await page.getByLabel("Remove First.jpg").check();
  await page.getByLabel("Photo", { exact: true }).setInputFiles(photo("Second.jpg", await jpeg()));
  if (hasScript) await expect(page.locator(".file").getByText("Upload Complete")).toBeVisible();
  await page.getByRole("button", { name: "Update Memory" }).last().click();
  await expect(page.getByText("Memory Updated")).toBeVisible();
  await page.getByRole("article").getByRole("link", { name: letter.title }).click();
  await page.getByRole("link", { name: "Edit Memory" }).click();
  await expect(page.locator(".file")).toHaveCount(1);
  await expect(page.locator(".file")).toContainText("Second.jpg");
});

const photosOf = (userId: string) =>
  query("SELECT m.state, file_name FROM media JOIN memories m ON m.id = memory_id WHERE m.user_id = ?", [userId]);

test("a letter that is sent again at the plan’s limit keeps its photo", async ({ page, open, hasScript }) => {
  const account = await open({ vaultLimit: 1 });
  await sendLetter(account, { title: "For Leo" });
  await enter(page, account);
  await openLetter(page);
  await fillLetter(page, letterFields());
  await choose(page, [photo("Mia.jpg", await jpeg())], hasScript);
  await schedule(page);
  await expect(page.getByRole("heading", { name: "Vault Limit Reached" })).toBeVisible();
  await page.getByRole("button", { name: "Maybe Later" }).click();
  await expect(page.getByText("Need more vaults?")).toBeVisible();
  await ready(page);
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await schedule(page);
  await answered;
  if (!hasScript) await page.getByRole("button", { name: "Maybe Later" }).click();
  await query("UPDATE profiles SET vault_limit = 2 WHERE id = ?", [account.id]);
  await schedule(page);
  await expect(page.getByText("Memory Created")).toBeVisible();
  expect(await photosOf(account.id)).toEqual([{ state: "scheduled", file_name: "Mia.jpg" }]);
});

test("a double click on Save draft keeps the photo, once", async ({ page, open, hasScript }) => {
  const account = await open();
  await enter(page, account);
  await page.goto(FORM);
  await ready(page);
  await fillLetter(page, { title: "Half a letter" });
  await choose(page, [photo("Mia.jpg", await jpeg())], hasScript);
  await page.getByRole("button", { name: "Save draft" }).dblclick();
  await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
  await expect(page.locator(".file")).toContainText("Mia.jpg");
  await expect.poll(() => photosOf(account.id)).toEqual([{ state: "draft", file_name: "Mia.jpg" }]);
});

test("a double click on Schedule Memory sends a letter with its one photo", async ({ page, open, hasScript }) => {
  const account = await open();
  await enter(page, account);
  await openLetter(page);
  await fillLetter(page, letterFields());
  await choose(page, [photo("Mia.jpg", await jpeg())], hasScript);
  await page.getByRole("button", { name: "Schedule Memory" }).last().dblclick();
  await expect(page.getByText("Memory Created")).toBeVisible();
  expect(await photosOf(account.id)).toEqual([{ state: "scheduled", file_name: "Mia.jpg" }]);
});
