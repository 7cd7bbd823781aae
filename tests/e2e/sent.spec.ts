import { letterFields } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, fillLetter, openLetter, type Page, ready, test, today, writeLetter } from "./setup/fixtures";

const letter = () => ({ ...letterFields(), recipientName: "Tom Tucker" });
const words = (page: Page) => page.locator(".sent-words");

test("after scheduling, a page says who gets it and when, and what to do next", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await writeLetter(page, letter());
  await expect(page).toHaveURL(/\/dashboard\?sent=\w{24}$/);
  await expect(page.getByRole("heading", { level: 1, name: "Kept for Tom" })).toBeVisible();
  await expect(words(page)).toContainText(/on June 14, 2044, at 09:00 (UTC|in .+), in 17\syears/);
  const front = page.locator(".front");
  await expect(front).toContainText("Anna Berger");
  await expect(front).toContainText("Tom Tucker");
  await expect(front).toHaveAccessibleName(/^An envelope from Anna Berger to Tom Tucker, \S+@/);
  await expect(front.locator(".front-postmark")).toBeVisible();
  await expect(page.getByText("Once a year")).toBeVisible();
  for (const name of ["Seal it", "Add the day to your calendar", "Print a claim card", "Write another"]) {
    await expect(page.getByRole("link", { name })).toBeVisible();
  }
  await page.getByRole("link", { name: "See all your vaults" }).click();
  await expect(page.getByRole("heading", { name: "Your Vault" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("a reload shows the plain dashboard", async ({ page, open }) => {
  await enter(page, await open());
  await writeLetter(page, letter());
  await expect(page.getByRole("heading", { name: "Kept for Tom" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your Vault" })).toBeVisible();
  await expect(words(page)).toHaveCount(0);
});

test("another user's vault does not show it", async ({ page, open }) => {
  await enter(page, await open());
  const [foreign] = await query("SELECT id FROM memories WHERE state = 'scheduled' LIMIT 1");
  await page.goto(`/dashboard?sent=${foreign?.id ?? "x"}`);
  await expect(page.getByRole("heading", { name: "Your Vault" })).toBeVisible();
});

test("what is due at once is followed until it has arrived", async ({ page, open, hasScript }) => {
  await enter(page, await open());
  await writeLetter(page, { ...letter(), date: today(), hour: "0" });
  await expect(words(page).getByRole("heading")).toHaveText(/It’s leaving now|On its way to Tom|It has arrived/);
  const arrived = page.getByRole("heading", { name: "It has arrived" });
  if (hasScript) {
    await expect(page.getByRole("link", { name: "See how it’s going" })).toBeHidden();
  } else {
    await expect(async () => {
      if (await arrived.isHidden()) await page.getByRole("link", { name: "See how it’s going" }).click();
      await expect(arrived).toBeVisible({ timeout: 500 });
    }).toPass();
  }
  await expect(arrived).toBeVisible();
  await expect(words(page)).toContainText(/Tom’s mailbox took it at \d\d:\d\d/);
});

test("a letter to oneself in the plan's last slot offers no other", async ({ page, open }) => {
  await enter(page, await open({ vaultLimit: 1 }));
  await page.goto("/create?type=future-self&step=form");
  await ready(page);
  await fillLetter(page, { title: "To me", message: "Did you move?", date: "2044-06-14" });
  await page.getByLabel("Seal it").uncheck();
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByRole("heading", { name: "Kept for you" })).toBeVisible();
  await expect(page.getByText("It comes back to you on")).toBeVisible();
  await expect(page.getByRole("link", { name: "Write another" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "See all your vaults" })).toBeVisible();
});

test("a sealed vault shows its seal and no link to seal it", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await fillLetter(page, letter());
  await page.getByLabel("Seal it").check();
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await page.getByRole("button", { name: "Seal it" }).click();
  await expect(page.getByText("Memory sealed")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sealed for Tom" })).toBeVisible();
  await expect(page.locator(".front .seal")).toBeVisible();
  await expect(page.getByRole("link", { name: "Seal it" })).toHaveCount(0);
});

test("a sender whose email is not confirmed is told what is left to do", async ({ page, open }) => {
  const account = await open({ isVerified: false });
  await enter(page, account);
  await writeLetter(page, { ...letter(), date: today(), hour: "0" });
  await expect(page.getByRole("heading", { name: "Ready for Tom" })).toBeVisible();
  await expect(page.getByText(`Open the link we emailed to ${account.email} so that`)).toBeVisible();
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("Confirmation email sent")).toBeVisible();
});

test("a board leads to its guests", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/create?type=memory-board&step=form");
  await ready(page);
  await fillLetter(page, { title: "Grandpa's eightieth", message: "One picture of him.", date: "2044-06-14" });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByRole("heading", { name: "Kept until its day" })).toBeVisible();
  await page.getByRole("link", { name: "Invite guests" }).click();
  await expect(page).toHaveURL(/\/invite$/);
});
