import { deliverLetter } from "./setup/accounts";
import { enter, expect, ready, test } from "./setup/fixtures";

test("choosing which mails to get", { tag: "@scriptless" }, async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/settings/notifications");
  await ready(page);
  await expect(page.getByLabel("Security alerts")).toBeDisabled();
  await expect(page.getByLabel("Security alerts")).toBeChecked();
  await page.getByLabel("Weekly digest").uncheck();
  for (const name of ["Product updates", "Marketing emails"]) await expect(page.getByLabel(name)).not.toBeChecked();
  await page.getByLabel("Product updates").check();
  await page.getByRole("button", { name: "Save preferences" }).click();
  await expect(page.getByText("Preferences saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Weekly digest")).not.toBeChecked();
  await expect(page.getByLabel("Product updates")).toBeChecked();
  await expect(page.getByLabel("Vault delivery")).toBeChecked();
});

test("unsubscribing from a mail without logging in", { tag: "@scriptless" }, async ({ page, open, mailbox }) => {
  const anna = await open();
  await deliverLetter(anna, mailbox);
  const notice = await mailbox.waitFor(anna.email, /Delivered/);
  const link = /https?:\S+\/unsubscribe\/\S+/.exec(notice.text ?? "")?.[0] ?? "";
  const headers = Object.fromEntries(notice.headers.map(({ key, value }) => [key, value]));
  expect(headers).toMatchObject({
    "list-unsubscribe": `<${link}>`,
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  });

  await page.goto(new URL(link).pathname);
  await ready(page);
  await expect(page.getByRole("heading", { name: "Stop these emails?" })).toBeVisible();
  await page.getByRole("button", { name: "Stop these emails" }).click();
  await expect(page.getByRole("heading", { name: "These emails have stopped" })).toBeVisible();
  await deliverLetter(anna, mailbox);
  await enter(page, anna);
  await page.goto("/settings/notifications");
  await expect(page.getByLabel("Vault delivery")).not.toBeChecked();
});
