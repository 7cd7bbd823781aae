import { query } from "./setup/db";
import { enter, expect, fillSignUp, linkIn, ready, signUpOnPage, test, verifyOnPage } from "./setup/fixtures";

const RULES = [
  { name: "no name", change: { name: "  " }, label: "Full name", message: "Please enter your full name" },
  { name: "no address", change: { email: "" }, label: "Email", message: "Please enter a valid email address" },
  {
    name: "half an address",
    change: { email: "anna@" },
    label: "Email",
    message: "Please enter a valid email address",
  },
  {
    name: "a weak password",
    change: { password: "kept4leo" },
    label: "Password",
    message: "Password must meet all requirements",
  },
  {
    name: "a common password",
    change: { password: "Password1" },
    label: "Password",
    message: "This password is too easy to guess. Please choose another.",
  },
];

for (const { name, change, label, message } of RULES) {
  test(`${name} is refused beside its field, and the other fields are kept`, async ({ page, person }) => {
    await page.goto("/auth?mode=signup");
    await ready(page);
    await page.getByLabel("Phone").fill("+49 30 1234");
    await fillSignUp(page, { ...person, ...change });
    await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message));
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("Phone")).toHaveValue("+49 30 1234");
    await expect(page).toHaveURL(/mode=signup/);
  });
}

test("different passwords are refused beside the second", async ({ page, person }) => {
  await page.goto("/auth?mode=signup");
  await ready(page);
  await fillSignUp(page, person);
  await page.getByLabel("Confirm password").fill("Kept-4-Mia");
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByLabel("Confirm password")).toHaveAccessibleDescription(/Passwords do not match/);
});

test("an email with an account is refused; the fields are kept except the passwords", async ({ page, open }) => {
  const known = await open();
  await page.goto("/auth?mode=signup");
  await ready(page);
  await fillSignUp(page, { ...known, name: "Anna Other", email: known.email.toUpperCase() });
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Account already existsThis email is already registered. Please try logging in instead.",
  );
  await expect(page.getByLabel("Full name")).toHaveValue("Anna Other");
  expect(await page.content()).not.toContain(known.password);
});

test("a refusal leaves no password in the page", async ({ page, person, hasScript }) => {
  test.skip(hasScript, "with script the page is not rewritten, and people can go on where they were");
  await page.goto("/auth?mode=signup");
  await fillSignUp(page, { ...person, name: " " });
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByLabel("Full name")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Confirm password")).toHaveValue("");
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
});

test("the link in the mail verifies with a button, not on visit, and works once", async ({ page, mailbox, person }) => {
  await signUpOnPage(page, person);
  await expect(page.getByText("Please confirm your address")).toBeVisible();
  const link = linkIn(await mailbox.waitFor(person.email, /confirm|verify/i));
  await page.goto(link);
  await expect(page.getByRole("main").getByText(person.email)).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText("Please confirm your address")).toBeVisible();
  await verifyOnPage(page, mailbox, person);
  await expect(page.getByText("Please confirm your address")).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
});

test("a second window arrives where the first did", async ({ page, mailbox, open }) => {
  const account = await open({ isVerified: false });
  await enter(page, account);
  const link = linkIn(await mailbox.waitFor(account.email, /confirm|verify/i));
  const second = await page.context().newPage();
  for (const window of [page, second]) await window.goto(link);
  await expect(page.getByRole("main").getByText(account.email)).toBeVisible();
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await expect(page.getByText("Address confirmed")).toBeVisible();
  await second.getByRole("button", { name: "Yes, confirm it" }).click();
  await expect(second.getByText("Address confirmed")).toBeVisible();
});

test("the dashboard sends the verification mail again", async ({ page, mailbox, open }) => {
  const account = await open({ isVerified: false });
  await mailbox.waitFor(account.email, /confirm|verify/i);
  // The first one is not seconds old, when this would be a second press of the button.
  await query("UPDATE link_tokens SET created_at = created_at - INTERVAL 1 MINUTE WHERE user_id = ?", [account.id]);
  await enter(page, account);
  await page.goto("/dashboard");
  await ready(page);
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("Confirmation email sent")).toBeVisible();
  await expect.poll(async () => (await mailbox.all(account.email)).length).toBe(2);
});

test("a mistyped address is corrected from the dashboard", async ({ page, mailbox, open, person }) => {
  const account = await open({ isVerified: false });
  await enter(page, account);
  await page.goto("/dashboard");
  await ready(page);
  await expect(page.getByText(`Open the link we emailed to ${account.email} so that`)).toBeVisible();
  await page.getByRole("link", { name: "Wrong address? Change it" }).click();
  await ready(page);
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Save profile" }).click();
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText(`Open the link that we sent to ${person.email}`).first()).toBeVisible();

  await page.goto("/dashboard");
  await expect(page.getByText(`Open the link that’s waiting at ${person.email} so that`)).toBeVisible();
  await page.getByRole("link", { name: "Send it again" }).click();
  await expect(page.getByRole("main").getByText(person.email)).toBeVisible();
  await page.goto(linkIn(await mailbox.waitFor(person.email, /./)));
  await page.getByRole("button", { name: "Yes, use it" }).click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText("Please confirm your address")).toHaveCount(0);
});
