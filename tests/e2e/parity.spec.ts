import { deliverLetter, letterFields, newPerson, sendLetter } from "./setup/accounts";
import { type Action, expectSameInBothModes } from "./setup/compare-modes";
import { query } from "./setup/db";
import { codeIn, enterCode, expect, fillLetter, fillSignUp, linkIn, type Page, test } from "./setup/fixtures";

const main = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name });

/** Each action runs in an account of its own. */
const ACTIONS: Action[] = [
  {
    name: "signing up",
    async act({ page, settled, account }) {
      await page.context().clearCookies();
      const person = { ...newPerson(), name: `Guest of ${account.id}` };
      await page.goto("/auth?mode=signup");
      await settled();
      await page.getByLabel("Phone").fill("+49 30 1234");
      await fillSignUp(page, person);
      await main(page, "Sign up").click();
      await expect(page.getByText("Account created successfully")).toBeVisible();
      // Compares the account that was just created.
      await query("UPDATE profiles SET full_name = 'Guest' WHERE email = ?", [person.email]);
      account.id = String((await query("SELECT id FROM profiles WHERE email = ?", [person.email]))[0]?.id);
    },
  },
  {
    name: "signing up with rules broken",
    async act({ page, settled }) {
      await page.context().clearCookies();
      await page.goto("/auth?mode=signup");
      await settled();
      await main(page, "Sign up").click();
      await expect(page.getByText("Please enter your full name")).toBeVisible();
    },
  },
  {
    name: "verifying the address",
    start: { isVerified: false },
    async act({ page, settled, mailbox, account }) {
      await page.goto(linkIn(await mailbox.waitFor(account.email, /confirm|verify/i)));
      await settled();
      await page.getByRole("button", { name: "Yes, confirm it" }).click();
      await expect(page.getByText("Address confirmed")).toBeVisible();
    },
  },
  {
    name: "having the verification sent again",
    start: { isVerified: false },
    async act({ page, settled }) {
      await page.goto("/dashboard");
      await settled();
      await page.getByRole("button", { name: "Send it again" }).click();
      await expect(page.getByText("Confirmation email sent")).toBeVisible();
    },
  },
  {
    name: "resetting a forgotten password",
    async act({ page, settled, mailbox, account }) {
      await page.context().clearCookies();
      await page.goto("/auth?mode=reset");
      await settled();
      await page.getByLabel("Email").fill(account.email);
      await page.getByRole("button", { name: "Send reset link" }).click();
      await expect(page.getByText("Password reset email sent")).toBeVisible();
      await page.goto(linkIn(await mailbox.waitFor(account.email, /password/i)));
      await settled();
      await page.getByLabel("Password", { exact: true }).fill("Kept-5-Leo");
      await page.getByLabel("Confirm password").fill("Kept-5-Leo");
      await page.getByRole("button", { name: "Set new password" }).click();
      await expect(page.getByText("Password updated")).toBeVisible();
    },
  },
  {
    name: "logging in",
    async act({ page, settled, account }) {
      await page.context().clearCookies();
      await page.goto("/auth?mode=login");
      await settled();
      await page.getByLabel("Email").fill(account.email);
      await page.getByLabel("Password").fill(account.password);
      await main(page, "Log in").click();
      await expect(page.getByText("Login successful")).toBeVisible();
    },
  },
  {
    name: "logging out",
    async act({ page, settled }) {
      await page.goto("/logout");
      await settled();
      await main(page, "Log out").click();
      await expect(page.getByText("Logged out")).toBeVisible();
    },
  },
  {
    name: "writing a letter",
    async act({ page, settled }) {
      await page.goto("/create?type=send-to-someone&step=form");
      await settled();
      await page.getByText("If we can’t reach them").click();
      await page.getByLabel("Recipient phone").fill(" +49 30 1234 ");
      await page.getByLabel("Include the letter in the email").check();
      await fillLetter(page, {
        ...letterFields(),
        title: "  For you ",
        message: "One\n\n  two\n",
        recipientEmail: "Mia@Example.org",
        hour: "17",
      });
      await page.getByRole("button", { name: "Schedule Memory" }).click();
      await expect(page.getByText("Memory Created")).toBeVisible();
    },
  },
  {
    name: "writing with a title that is taken, then with another",
    async act({ page, settled, account }) {
      await sendLetter(account, { title: "Taken", recipientEmail: "mia@example.org" });
      await page.goto("/create?type=send-to-someone&step=form");
      await settled();
      await fillLetter(page, { ...letterFields(), title: "Taken", recipientEmail: "mia@example.org" });
      await page.getByRole("button", { name: "Schedule Memory" }).click();
      await expect(page.getByText("A memory with this title already exists")).toBeVisible();
      await fillLetter(page, { title: "Free" });
      await page.getByRole("button", { name: "Schedule Memory" }).click();
      await expect(page.getByText("Memory Created")).toBeVisible();
    },
  },
  {
    name: "writing beyond the limit",
    start: { vaultLimit: 0 },
    async act({ page, settled }) {
      await page.goto("/create?type=send-to-someone&step=form");
      await settled();
      await fillLetter(page, letterFields());
      await page.getByRole("button", { name: "Schedule Memory" }).click();
      await expect(page.getByRole("heading", { name: "Vault Limit Reached" })).toBeVisible();
    },
  },
  {
    name: "editing a letter",
    async act({ page, settled, account }) {
      const id = await sendLetter(account, { recipientEmail: "mia@example.org" });
      await page.goto(`/create?edit=true&id=${id}`);
      await settled();
      await fillLetter(page, { title: "Changed", date: "2050-01-01" });
      await page.getByRole("button", { name: "Update Memory" }).click();
      await expect(page.getByText("Memory Updated")).toBeVisible();
    },
  },
  {
    name: "rehearsing a letter, then sealing it",
    async act({ page, settled, account, mailbox }) {
      const id = await sendLetter(account, { recipientEmail: "mia@example.org" });
      await page.goto(`/memories/${id}/rehearsal`);
      await settled();
      await main(page, "Send me the rehearsal email").click();
      await expect(page.getByText("Rehearsal sent")).toBeVisible();
      await mailbox.waitFor(account.email, /^Rehearsal: /);
      await page.goto(`/memories/${id}/seal`);
      await settled();
      await main(page, "Seal it").click();
      await expect(page.getByText("Memory sealed")).toBeVisible();
      await mailbox.waitFor(account.email, /^Sealed: /);
    },
  },
  {
    name: "opening a letter, with a wrong code before the right one",
    async act({ page, settled, mailbox, account }) {
      const letter = await deliverLetter(account, mailbox);
      await expect
        .poll(async () => (await query("SELECT state FROM memories WHERE id = ?", [letter.id]))[0]?.state)
        .toBe("delivered");
      await page.context().clearCookies();
      await page.goto(letter.link);
      await settled();
      await page.getByRole("button", { name: "Open it" }).click();
      const code = codeIn(await mailbox.waitFor(letter.recipientEmail, /\d{3}/));
      for (const typed of [code.replace(/\d$/, (last) => String((Number(last) + 1) % 10)), code]) {
        await enterCode(page, typed);
        await expect(page.getByText(typed === code ? letter.message : "This code isn’t right.")).toBeVisible();
      }
    },
  },
];

for (const action of ACTIONS) {
  test(`${action.name} has the same result with script and without`, async ({ browser, mailbox }) => {
    await expectSameInBothModes(browser, mailbox, action);
  });
}
