import { jpeg } from "../corpus/photos";
import { sendLetter } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, fillLetter, type Page, ready, test } from "./setup/fixtures";

const row = (page: Page, name: string) => page.locator(".file").filter({ hasText: name });
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

test("a photo's unsaved description and removal survive leaving the page", async ({ page, open, hasScript }) => {
  const account = await open();
  await enter(page, account);
  await page.goto("/create?type=future-self&step=form");
  await ready(page);
  await fillLetter(page, { title: "For me", date: "2044-06-14" });
  const buffer = await jpeg(300, 200);
  const photos = ["sea.jpg", "oven.jpg"].map((name) => ({ name, mimeType: "image/jpeg", buffer }));
  await page.getByLabel("Photos").setInputFiles(photos);
  if (hasScript) await expect(page.locator(".file").getByText("Upload Complete")).toHaveCount(2);
  await page.getByRole("button", { name: "Schedule Memory" }).last().click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  const id = (await query("SELECT id FROM memories WHERE user_id = ?", [account.id]))[0]?.id;
  const form = `/create?edit=true&id=${id}`;
  await page.goto(form);
  await ready(page);
  await row(page, "sea.jpg").getByLabel("What is in the picture?").fill("The sea at night");
  await page.getByLabel("Remove oven.jpg").check();
  if (!hasScript) await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText(hasScript ? "Saved as a draft a moment ago." : "Draft saved")).toBeVisible();
  expect(await query("SELECT id FROM media WHERE memory_id = ?", [id])).toHaveLength(2);
  await page.goto(form);
  await ready(page);
  await expect(page.getByText(/^You changed this on /)).toBeVisible();
  await expect(page.getByLabel("Remove oven.jpg")).toBeChecked();
  await page.getByRole("button", { name: "Update Memory" }).last().click();
  await expect(page.getByText("Memory Updated")).toBeVisible();
  expect(await query("SELECT file_name FROM media WHERE memory_id = ?", [id])).toEqual([{ file_name: "sea.jpg" }]);
  await page.goto(form);
  await expect(row(page, "sea.jpg").getByLabel("What is in the picture?")).toHaveValue("The sea at night");
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
  await expect(page.getByRole("heading", { name: "Your changes came too late" })).toBeVisible();
  await expect(page.getByText("Dear Mia, one thing more")).toBeVisible();
  // The form's own address leads there too, and reading it changes nothing.
  await page.goto(`/create?edit=true&id=${id}`);
  await page.getByRole("button", { name: "Keep as a new draft" }).click();
  await expect(page.getByText("What you changed is now the draft of a new memory.")).toBeVisible();
  await expect(messageOf(page)).toHaveValue("Dear Mia, one thing more");
  await expect(page.getByRole("button", { name: "Schedule Memory" }).last()).toBeVisible();
});

test("a vault that is sent again and finished from the dashboard keeps its photo", async ({
  page,
  open,
  hasScript,
}) => {
  const account = await open();
  await enter(page, account);
  await page.goto("/create?type=future-self&step=form");
  await ready(page);
  await fillLetter(page, { title: "For me", date: "2044-06-14" });
  const photo = { name: "sea.jpg", mimeType: "image/jpeg", buffer: await jpeg(300, 200) };
  await page.getByLabel("Photos").setInputFiles([photo]);
  if (hasScript) await expect(page.locator(".file").getByText("Upload Complete")).toBeVisible();
  await page.getByRole("button", { name: "Schedule Memory" }).last().click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  await query("UPDATE memories SET state = 'delivered', delivered_at = NOW(3) WHERE user_id = ?", [account.id]);
  await page.goto("/dashboard?tab=delivered");
  await ready(page);
  await page.getByRole("link", { name: /^Send again/ }).click();
  await expect(page.getByLabel("Send it again sea.jpg")).toBeChecked();
  await ready(page);
  await fillLetter(page, { title: "For me once more", date: "2045-06-14" });
  if (!hasScript) await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText(hasScript ? "Saved as a draft a moment ago." : "Draft saved")).toBeVisible();
  await page.goto("/dashboard");
  await ready(page);
  await page.getByRole("button", { name: /^Finish Vault Now/ }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  expect(
    await query(
      "SELECT f.file_name AS name FROM media f JOIN memories m ON m.id = f.memory_id WHERE m.user_id = ? AND m.state = 'scheduled'",
      [account.id],
    ),
  ).toEqual([{ name: "sea.jpg" }]);
});

test.describe("in two windows", () => {
  // The autosave that is refused.
  test.use({ expected: /409/ });

  test("a form in another window neither undoes what was saved nor loses what is typed", async ({
    page,
    context,
    open,
    hasScript,
  }) => {
    const account = await open();
    const id = await sendLetter(account, { title: "For Mia", message: "Dear Mia" });
    await enter(page, account);
    const other = await context.newPage();
    for (const window of [page, other]) {
      await window.goto(`/create?edit=true&id=${id}`);
      await ready(window);
    }
    await page.getByLabel("Memory Title").fill("For Mia, at last");
    await page.getByRole("button", { name: "Update Memory" }).last().click();
    await expect(page.getByText("Memory Updated")).toBeVisible();
    await messageOf(other).fill("Dear Mia, from the other window");
    const update = other.getByRole("button", { name: "Update Memory" }).last();
    if (hasScript)
      await expect(other.getByText("This draft was changed elsewhere, so autosave has stopped.")).toBeVisible();
    await update.click();
    await expect(other.getByText("This memory was changed after you opened this form")).toBeVisible();
    await expect(messageOf(other)).toHaveValue("Dear Mia, from the other window");
    expect(await query("SELECT memory_id FROM edit_drafts WHERE memory_id = ?", [id])).toEqual([]);
    await page.goto(`/memories/${id}`);
    await expect(page.getByRole("heading", { name: "For Mia, at last" })).toBeVisible();
    await update.click();
    await expect(other.getByText("Memory Updated")).toBeVisible();
    await page.goto(`/memories/${id}`);
    await expect(page.getByText("Dear Mia, from the other window")).toBeVisible();
  });
});
