import { readFile } from "node:fs/promises";
import { unpack } from "../factories/unpack";
import { newPerson, sendLetter } from "./setup/accounts";
import { runCommand } from "./setup/command";
import { query } from "./setup/db";
import { enter, expect, ready, test } from "./setup/fixtures";

const PATH = "/settings/data-privacy";

test("downloading all of one's data, and moving to another account with it", { tag: "@scriptless" }, async ({
  page,
  open,
  mailbox,
}) => {
  const anna = await open();
  await sendLetter(anna, { title: "For Leo", message: "Dear Leo, keep this." });
  await enter(page, anna);
  await page.goto(PATH);
  await ready(page);
  await page.getByRole("button", { name: "Prepare my data" }).click();
  await expect(page.getByText("Data export started")).toBeVisible();
  await expect(page.getByText("We'll email you a link to download your data within 24 hours.")).toBeVisible();

  const mail = await mailbox.waitFor(anna.email, /Your data is ready/);
  expect(mail.text).toContain(PATH);
  await page.goto(PATH);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Download/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Amberkeep \d{4}-\d\d-\d\d\.zip$/);
  const path = await download.path();
  const files = await unpack(await readFile(path));
  expect([...files.values()].map(String).join("\n")).toContain("Dear Leo, keep this.");

  const { email } = newPerson();
  const { output } = await runCommand("import", path, "--to", email);
  expect(output.split("\n")).toEqual([
    "scheduled: For Leo",
    `1 memory is in the account of ${email}.`,
    expect.stringMatching(/^It is new: set its password at http.*\/auth\?mode=reset, and verify the email\.$/),
    "This installation will deliver what is scheduled. Cancel it at the other one, or it arrives twice.",
  ]);
  await mailbox.waitFor(email, /Confirm/);
});

test("deleting an account, and keeping it after all", { tag: "@scriptless" }, async ({ page, open, mailbox }) => {
  const anna = await open();
  const id = await sendLetter(anna, { title: "For Leo" });
  await enter(page, anna);
  await page.goto(PATH);
  await ready(page);
  await page.getByRole("link", { name: "Delete my account" }).click();
  await expect(page.getByRole("heading", { name: "Delete your account?" })).toBeVisible();
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Please choose what should happen to your waiting memories.")).toBeVisible();
  await page.getByLabel("Cancel it").check();
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Account deletion initiated")).toBeVisible();
  await mailbox.waitFor(anna.email, /We’ll delete your account/);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/auth/);

  await page.getByLabel("Email").fill(anna.email);
  await page.getByLabel("Password").fill(anna.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Your account stays")).toBeVisible();
  await mailbox.waitFor(anna.email, /Your account stays/);
  const [vault] = await query("SELECT state, delivery_retry_at FROM memories WHERE id = ?", [id]);
  expect(vault).toMatchObject({ state: "scheduled", delivery_retry_at: null });
});
