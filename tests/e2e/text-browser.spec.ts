import { enter, expect, fillLetter, type Page, test } from "./setup/fixtures";

test.use({ javaScriptEnabled: false });

/**
 * Presses a button as w3m and lynx do, which know no `formaction`. w3m drops the query where forms have no `action`.
 */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.locator("form:not([action])").evaluateAll((forms) => {
    for (const form of forms) form.setAttribute("action", location.pathname);
  });
  await page.locator("[formaction]").evaluateAll((buttons) => {
    for (const button of buttons) button.removeAttribute("formaction");
  });
  await page.getByRole("main").getByRole("button", { name, exact: true }).click();
}

async function expectKept(page: Page): Promise<void> {
  await expect(page.getByLabel("Memory Title")).toHaveValue("From a text browser");
  await expect(page.getByLabel("Message")).toHaveValue("Dear Tom,\n\nno pictures here.");
}

for (const who of ["a user", "a visitor"]) {
  test(`${who} chooses a date and another type without formaction, and loses nothing @scriptless`, async ({
    page,
    open,
  }) => {
    if (who !== "a visitor") await enter(page, await open());
    await page.goto("/create?type=send-to-someone&step=form");
    await fillLetter(page, {
      title: "From a text browser",
      recipientName: "Tom",
      recipientEmail: "tom@example.org",
      message: "Dear Tom,\n\nno pictures here.",
    });
    await press(page, "Choose date");
    await press(page, "2044");
    await press(page, "Back to Year");
    await press(page, "2044");
    await press(page, "June");
    await press(page, "June 14, 2044");
    await expectKept(page);
    await expect(page.getByLabel("Delivery date")).toHaveValue("2044-06-14");
    await press(page, "Change date");
    await press(page, "Back");
    await expect(page.getByLabel("Delivery date")).toHaveValue("2044-06-14");

    await press(page, "Change Memory Type");
    await press(page, "Future Self");
    await expect(page.getByLabel("Recipient e-mail")).toHaveCount(0);
    await expectKept(page);
    await press(page, "Change Memory Type");
    await press(page, "A vault to send to someone");
    await press(page, "Change Memory Type");
    await press(page, "Back");
    await expectKept(page);
    await fillLetter(page, { recipientEmail: "tom@example.org" });
    await press(page, "Schedule Memory");
    await expect(page).toHaveURL(who === "a visitor" ? /\/create\/account/ : /\/dashboard/);
  });
}

test("a visitor signs up in w3m @scriptless", async ({ page }) => {
  await page.goto("/auth?mode=signup");
  await page.getByLabel("Full name").fill("Wanda Text");
  await page.getByLabel("Email", { exact: true }).fill(`wanda-${Date.now()}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill("Amber-demo-12x");
  await page.getByLabel("Confirm password").fill("Amber-demo-12x");
  await press(page, "Sign up");
  await expect(page).toHaveURL(/\/dashboard/);
});

const REFUSING: { path: string; label: string; text: string; button: string }[] = [
  { path: "/auth?mode=login", label: "Email", text: "anna@example.org", button: "Log in" },
  { path: "/auth?mode=signup", label: "Full name", text: "Anna Berger", button: "Sign up" },
  {
    path: "/create?type=send-to-someone&step=form",
    label: "Memory Title",
    text: "Without a cookie",
    button: "Schedule Memory",
  },
  { path: "/claim", label: "The code on the card", text: "ABCD-EFGH", button: "Open it" },
  { path: "/help", label: "Your question", text: "What does it cost?", button: "Send" },
];

for (const { path, label, text, button } of REFUSING) {
  test(`a browser that refuses cookies is told so at ${path}, and loses nothing @scriptless`, async ({ page }) => {
    await page.goto(path);
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.context().clearCookies();
    await press(page, button);
    await expect(page.getByText("Please allow cookies for this site, then send it again.")).toBeVisible();
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  });
}
