import { enter, expect, linkIn, logIn, ready, test } from "./setup/fixtures";

test("a wrong password is refused without revealing which part was wrong", async ({ page, open }) => {
  const account = await open();
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill("Kept-4-Mia");
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toHaveText("Login failedThe email or password isn’t right.");
  await expect(page.getByLabel("Email")).toHaveValue(account.email);
  expect(await page.content()).not.toContain("Kept-4-Mia");
});

test("missing fields are refused beside them", async ({ page }) => {
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Please enter your password");
});

test("logging in returns to the requested page, through every form of the auth page", async ({ page, open }) => {
  const account = await open();
  await page.goto("/dashboard?tab=delivered");
  await expect(page).toHaveURL(/\/auth\?mode=login&redirectTo=/);
  await ready(page);
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { name: "Sign up" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/dashboard\?tab=delivered$/);
  await expect(page.getByText("Welcome back!")).toBeVisible();
});

test("logging in never leads to another site", async ({ page, open }) => {
  const account = await open();
  await page.goto("/auth?mode=login&redirectTo=https://example.org/steal");
  await ready(page);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("logging out from the menu ends the session in every window", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await page.goto("/dashboard");
  await ready(page);
  const session = await page.context().cookies();
  await page.locator("summary").click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByText("Logged out")).toBeVisible();
  await expect(page).toHaveURL(/\/\?home$/);
  await page.context().addCookies(session);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/auth\?mode=login/);
});

test("a password is reset through the mailed link, which works once", async ({ page, mailbox, open }) => {
  const account = await open();
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText("Password reset email sent")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();

  const link = linkIn(await mailbox.waitFor(account.email, /choose a new password/i));
  await page.goto(link);
  await ready(page);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Confirm password").fill("short");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Password must meet all requirements")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("Kept-5-Leo");
  await page.getByLabel("Confirm password").fill("Kept-5-Leo");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Password updated")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.context().clearCookies();
  await logIn(page, { ...account, password: "Kept-5-Leo" });
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Get a new link" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
});

test("requesting a reset link does not reveal whether there is an account", async ({ page, mailbox }) => {
  await page.goto("/auth?mode=reset");
  await ready(page);
  await page.getByLabel("Email").fill("nobody@example.org");
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText("Password reset email sent")).toBeVisible();
  expect(await mailbox.all("nobody@example.org")).toEqual([]);
});
