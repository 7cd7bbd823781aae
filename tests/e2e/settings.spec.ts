import { query } from "./setup/db";
import { type Account, enter, expect, linkIn, logIn, logOut, type Page, ready, test } from "./setup/fixtures";

const RESET = /choose a new password/i;

async function openSettings(page: Page, account: Account, name: string): Promise<void> {
  await enter(page, account);
  await page.goto("/dashboard");
  await ready(page);
  await page.locator("summary").first().click();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name }).click();
  await ready(page);
}

/** As if the account had been logged in for an hour. */
async function loggedInLongAgo({ id }: Account): Promise<void> {
  await query("UPDATE sessions SET confirmed_at = NOW(3) - INTERVAL 1 HOUR WHERE user_id = ?", [id]);
}

async function enterPassword(page: Page, { password }: Account): Promise<void> {
  await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  await ready(page);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("the profile is changed and kept", async ({ page, open }) => {
  await openSettings(page, await open(), "Profile");
  await page.getByLabel("Full name").fill("Anna Sommer");
  await page.getByLabel("Phone").fill("+49 30 1234567");
  await page.getByLabel("Time zone").fill("Europe/Lisbon");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Full name")).toHaveValue("Anna Sommer");
  await expect(page.getByLabel("Phone")).toHaveValue("+49 30 1234567");
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Lisbon");
});

test("a refused profile keeps what was typed", async ({ page, open }) => {
  await openSettings(page, await open(), "Profile");
  await page.getByLabel("Full name").fill(" ");
  await page.getByLabel("Phone").fill("+49 30 99");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByLabel("Full name")).toHaveAccessibleDescription(/Please enter your full name/);
  await expect(page.getByLabel("Phone")).toHaveValue("+49 30 99");
});

test("the password is changed after entering the old one, and other devices are logged out", async ({
  page,
  open,
  visitor,
  mailbox,
}) => {
  const account = await open();
  const other = await visitor();
  await logIn(other, account);
  await loggedInLongAgo(account);
  await openSettings(page, account, "Password");
  await enterPassword(page, account);
  await expect(page.getByRole("heading", { name: "Password", exact: true })).toBeVisible();
  await ready(page);
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByLabel("Confirm new password").fill("shore");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert").getByText("Password too short")).toBeVisible();
  await expect(page.getByText("Password must be at least 6 characters long.")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("dusk over the lake");
  await page.getByLabel("Confirm new password").fill("dusk over the sea");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("dusk over the lake");
  await page.getByLabel("Confirm new password").fill("dusk over the lake");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password updated")).toBeVisible();
  await mailbox.waitFor(account.email, /Your password was changed/);
  await other.goto("/dashboard");
  await expect(other).toHaveURL(/\/auth\?mode=login/);
  await logIn(other, { ...account, password: "dusk over the lake" });
});

test("a new email is confirmed from its mailbox, and undone from the old one", async ({
  page,
  open,
  person,
  visitor,
  mailbox,
}) => {
  const account = await open();
  await loggedInLongAgo(account);
  await openSettings(page, account, "Profile");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Save profile" }).click();
  await enterPassword(page, account);
  await expect(page.getByRole("heading", { name: "Change your email?" })).toBeVisible();
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Your new email isn’t confirmed yet")).toBeVisible();
  await mailbox.waitFor(account.email, /A new address for your account/);
  await page.goto(linkIn(await mailbox.waitFor(person.email, /Confirm your new address/)));
  await page.getByRole("button", { name: "Yes, use it" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);

  const alert = await mailbox.waitFor(account.email, /Your address was changed/);
  const owner = await visitor();
  await owner.goto(linkIn(alert));
  await owner.getByRole("button", { name: "Restore it" }).click();
  await expect(owner.getByText("Address restored")).toBeVisible();
  await owner.goto(linkIn(alert));
  await expect(owner.getByText("please set a new password to log in")).toBeVisible();
  await owner.getByRole("link", { name: "Set a new password" }).click();
  await page.goto("/settings/profile");
  await expect(page).toHaveURL(/\/auth\?mode=login/);
  await ready(owner);
  await owner.getByLabel("Email").fill(account.email);
  await owner.getByRole("button", { name: "Send reset link" }).click();
  await mailbox.waitFor(account.email, RESET);
});

test("devices are listed and logged out, one or all", async ({ page, open, visitor, mailbox }) => {
  const account = await open();
  const phone = await visitor();
  await logIn(phone, account);
  await mailbox.waitFor(account.email, /New login to your account/);
  await openSettings(page, account, "Devices and security");
  await expect(page.getByText("This device")).toHaveCount(1);
  await expect(page.getByText("Logged in from a new browser")).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Log out Chrome/ })
    .click();
  await expect(page.getByText("Device logged out")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Log out Chrome/ })).toHaveCount(0);
  await phone.goto("/dashboard");
  await expect(phone).toHaveURL(/\/auth\?mode=login/);
  await logIn(phone, account);
  await page.reload();
  await page.getByRole("button", { name: "Log out every other device" }).click();
  await expect(page.getByText("Every other device was logged out")).toBeVisible();
  await phone.goto("/dashboard");
  await expect(phone).toHaveURL(/\/auth\?mode=login/);
});

test("profile and search follow the privacy settings", async ({ page, open, visitor }) => {
  const [anna, mia] = [await open(), await open()];
  const stranger = await visitor();
  await openSettings(page, mia, "Privacy Who can see");
  await expect(page.getByLabel("Nobody")).toBeChecked();
  await page.getByLabel("Anyone with the link").check();
  await page.getByLabel("Let people find me by email").check();
  await page.getByRole("button", { name: "Save privacy settings" }).click();
  await expect(page.getByText("Privacy settings saved")).toBeVisible();
  await expect(page.getByLabel("Anyone with the link")).toBeChecked();
  await stranger.goto(`/people/${mia.id}`);
  await expect(stranger.getByRole("heading", { name: mia.name })).toBeVisible();
  await expect(stranger.getByText(mia.email)).toHaveCount(0);

  const sender = await visitor();
  await enter(sender, anna);
  await sender.goto("/people");
  await sender.getByLabel("Email").fill(mia.email);
  await sender.getByRole("button", { name: "Find" }).click();
  await expect(sender.getByRole("heading", { name: mia.name })).toBeVisible();
  await sender
    .getByRole("main")
    .getByRole("link", { name: /^Write to/ })
    .click();
  await expect(sender.getByLabel("Recipient e-mail")).toHaveValue(mia.email);
});

test("wrong passwords are throttled, except in a browser that has logged in before", async ({
  page,
  open,
  visitor,
}) => {
  const account = await open();
  await logIn(page, account);
  await logOut(page);
  const stranger = await visitor();
  await stranger.goto("/auth?mode=login");
  for (let count = 0; count < 6; count += 1) {
    await ready(stranger);
    await stranger.getByLabel("Email").fill(account.email);
    await stranger.getByLabel("Password").fill(`Wrong-guess-${count}`);
    const answered = stranger.waitForResponse((response) => response.request().method() === "POST");
    await stranger.getByRole("main").getByRole("button", { name: "Log in" }).click();
    expect((await answered).status()).toBe(count < 5 ? 400 : 429);
  }
  await expect(stranger.getByRole("alert")).toContainText("Please try again in a minute.");
  await expect(stranger.getByLabel("Email")).toHaveValue(account.email);
  await logIn(page, account);
});
