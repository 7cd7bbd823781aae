import { forgetLastCode, setUpApp } from "./setup/authenticator";
import { query } from "./setup/db";
import { enter, expect, linkIn, logIn, type Page, type Person, ready, test } from "./setup/fixtures";

async function enterPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
}

test("a login needs a code from an app, or a recovery code", async ({ page, open, visitor, mailbox }) => {
  const account = await open();
  await enter(page, account);
  await page.goto("/settings");
  await page.getByRole("main").getByRole("link", { name: "Ways to log in" }).click();
  await page.getByRole("link", { name: "Add an app" }).click();
  const app = await setUpApp(page);
  await mailbox.waitFor(account.email, /Your login now needs a code/);
  const codes = await page.locator(".recovery-codes code").allTextContents();
  expect(codes).toHaveLength(10);
  await page.reload();
  expect(await page.locator(".recovery-codes code").allTextContents()).toEqual(codes);
  await page.getByRole("button", { name: "I’ve kept them" }).click();
  await expect(page.getByText("You have 10 recovery codes left.")).toBeVisible();
  await forgetLastCode(account.id);

  const phone = await visitor();
  await enterPassword(phone, account);
  await expect(phone.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await phone.getByLabel("The six digits from your app").fill("000000");
  await phone.getByRole("button", { name: "Log in" }).click();
  await expect(phone.getByText("This code isn’t right.")).toBeVisible();
  await phone.goto("/dashboard");
  await expect(phone).toHaveURL(/\/auth\?mode=login/);
  await enterPassword(phone, account);
  await phone.getByLabel("The six digits from your app").fill(app.generate());
  await phone.getByRole("button", { name: "Log in" }).click();
  await expect(phone.getByText("Welcome back!")).toBeVisible();

  const borrowed = await visitor();
  await enterPassword(borrowed, account);
  await borrowed.getByRole("link", { name: /Use a recovery code/ }).click();
  await borrowed.getByLabel("Recovery code").fill(codes[4]?.toLowerCase().replaceAll(" ", "-") ?? "");
  await borrowed.getByRole("button", { name: "Log in" }).click();
  await expect(borrowed.getByText("Welcome back!")).toBeVisible();
  await mailbox.waitFor(account.email, /A recovery code was used/);

  await page.goto("/settings/sign-in/app");
  await page.getByRole("button", { name: "Remove the app" }).click();
  await expect(page.getByText("Authenticator app removed")).toBeVisible();
  await logIn(await visitor(), account);
});

test("a link by mail logs in without a password, once", async ({ page, open, visitor, mailbox }) => {
  const account = await open();
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByRole("link", { name: "Email me a login link" }).click();
  await expect(page.getByRole("heading", { name: "Log in by email" })).toBeVisible();
  await ready(page);
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByText("Login link sent")).toBeVisible();
  const link = linkIn(await mailbox.waitFor(account.email, /Your link to log in/));
  const phone = await visitor();
  await phone.goto(link);
  await expect(phone.getByText(account.email)).toBeVisible();
  await phone.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(phone.getByText("Welcome back!")).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
});

test("login links are turned off and on again", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await page.goto("/settings/sign-in");
  await page.getByRole("button", { name: "Turn off login links" }).click();
  await expect(page.getByRole("button", { name: "Turn on login links" })).toBeVisible();
  await query("UPDATE sessions SET confirmed_at = NOW(3) - INTERVAL 1 HOUR WHERE user_id = ?", [account.id]);
  await page.getByRole("button", { name: "Turn on login links" }).click();
  await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  await ready(page);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Turn on login links" }).click();
  await expect(page.getByRole("button", { name: "Turn off login links" })).toBeVisible();
});

test("a login link replaces the password on the confirm page", async ({ page, open, mailbox }) => {
  const account = await open();
  await enter(page, account);
  await query("UPDATE sessions SET confirmed_at = NOW(3) - INTERVAL 1 HOUR WHERE user_id = ?", [account.id]);
  await page.goto("/settings/password");
  await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  await ready(page);
  await page.getByRole("button", { name: "Email me a login link" }).click();
  await expect(page.getByText("Login link sent")).toBeVisible();
  await page.goto(linkIn(await mailbox.waitFor(account.email, /Your link to log in/)));
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
  await expect(page).toHaveURL("/settings/password");
  await expect(page.getByRole("heading", { name: "Password", exact: true })).toBeVisible();
});
