import { sendLetter } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, type Page, ready, test } from "./setup/fixtures";

const messageOf = (page: Page) => page.getByLabel("Message", { exact: true });

/** Types into the form of a scheduled letter; with script that is saved by itself. */
async function change(page: Page, id: string, words: string, hasScript: boolean): Promise<void> {
  await page.goto(`/create?edit=true&id=${id}`);
  await ready(page);
  await messageOf(page).fill(words);
  if (!hasScript) await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText(hasScript ? "Saved as a draft a moment ago." : "Draft saved")).toBeVisible();
}

test("changes to a scheduled letter are there after leaving, until it is updated", async ({
  page,
  open,
  hasScript,
}) => {
  const account = await open();
  const id = await sendLetter(account, { title: "For Mia", message: "Dear Mia" });
  await enter(page, account);
  await change(page, id, "Dear Mia, one thing more", hasScript);
  await page.goto(`/memories/${id}`);
  await expect(page.getByText("Dear Mia", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await ready(page);
  await expect(page.getByText(/^You changed this on .* Until you update it, it stays as it was\.$/)).toBeVisible();
  await expect(messageOf(page)).toHaveValue("Dear Mia, one thing more");
  await page.getByRole("button", { name: "Update Memory" }).last().click();
  await expect(page.getByText("Memory Updated")).toBeVisible();
  await page.goto(`/memories/${id}`);
  await expect(page.getByText("Dear Mia, one thing more")).toBeVisible();
  await expect(page.getByText("You began to change this")).toHaveCount(0);
  expect(await query("SELECT memory_id FROM edit_drafts WHERE memory_id = ?", [id])).toEqual([]);
});

test("changes to a scheduled letter can be discarded", async ({ page, open, hasScript }) => {
  const account = await open();
  const id = await sendLetter(account, { title: "For Mia", message: "Dear Mia" });
  await enter(page, account);
  await change(page, id, "Dear Tom", hasScript);
  await page.goto(`/create?edit=true&id=${id}`);
  await ready(page);
  await page.getByRole("link", { name: "Discard this draft" }).click();
  await expect(page.getByRole("heading", { name: "Discard your changes to “For Mia”?" })).toBeVisible();
  await ready(page);
  await page.getByRole("button", { name: "Discard this draft" }).click();
  await expect(page.getByText("The memory is as it was.")).toBeVisible();
  await page.goto(`/create?edit=true&id=${id}`);
  await expect(messageOf(page)).toHaveValue("Dear Mia");
});

test("changes that come too late are kept as the draft of a new letter", async ({ page, open, hasScript }) => {
  const account = await open();
  const id = await sendLetter(account, { title: "For Mia", message: "Dear Mia" });
  await enter(page, account);
  await change(page, id, "Dear Mia, one thing more", hasScript);
  await query("UPDATE memories SET delivery_at = NOW(3) WHERE id = ?", [id]);
  await expect
    .poll(async () => (await query("SELECT state FROM memories WHERE id = ?", [id]))[0]?.state)
    .not.toBe("scheduled");
  await page.goto(`/memories/${id}`);
  await page.getByRole("link", { name: "See your changes" }).click();
  await expect(page.getByText("It went as it was scheduled. What you changed since is here")).toBeVisible();
  await expect(messageOf(page)).toHaveValue("Dear Mia, one thing more");
  await expect(page.getByRole("button", { name: "Schedule Memory" }).last()).toBeVisible();
});
