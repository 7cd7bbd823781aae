import { deliverLetter, letterFields } from "../setup/accounts";
import { codeIn, enter, enterCode, expect, fillLetter, openLetter, type Page, test } from "../setup/fixtures";

const FORM = "/create?type=send-to-someone&step=form";

/** Takes away what browsers of 2021 do not have. */
async function age(page: Page): Promise<void> {
  await page.addInitScript(() => {
    CSS.supports = () => false;
    Reflect.deleteProperty(HTMLFormElement.prototype, "requestSubmit");
    Reflect.deleteProperty(HTMLElement.prototype, "showPopover");
  });
}

test("a browser of 2021 gets the form without script, and schedules", async ({ page, open }) => {
  await age(page);
  await enter(page, await open());
  await page.goto(FORM, { waitUntil: "networkidle" });
  await expect(page.locator("html[data-enhanced]")).toHaveCount(0);
  await page.getByRole("button", { name: /Choose date$/ }).click();
  await expect(page.getByRole("heading", { name: "Choose a year" })).toBeVisible();
  await page.goBack();
  await fillLetter(page, letterFields());
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
});

test("a browser of 2021 opens a letter", async ({ page, open, mailbox }) => {
  await age(page);
  const letter = await deliverLetter(await open(), mailbox);
  await page.goto(letter.link);
  await page.getByRole("button", { name: "Open it" }).click();
  await expect(page.getByText("Code sent")).toBeVisible();
  await expect(page.getByRole("button", { name: "Open it" })).toBeVisible();
  await enterCode(page, codeIn(await mailbox.waitFor(letter.recipientEmail, /\d{6}/)));
  await expect(page.getByRole("heading", { name: letter.title })).toBeVisible();
});

test("a browser of 2021 asks its question on the help page", async ({ page }) => {
  await age(page);
  await page.goto("/faq");
  await page.getByRole("link", { name: "Help", exact: true }).last().click();
  await expect(page).toHaveURL(/\/help$/);
  await page.getByLabel("Your question").fill("What is a seal?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.locator("#help-chat")).toContainText("What is a seal?");
});

test("without popovers, the day is chosen in the browser's own field", async ({ page, open }) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, "showPopover"));
  await enter(page, await open());
  await openLetter(page);
  await page.getByRole("button", { name: /Choose date$/ }).click();
  await expect(page.getByLabel("Delivery date")).toBeFocused();
});

test("style sheets keep to what browsers of 2022 know: no nesting, and plain colours", async ({ page, request }) => {
  for (const path of ["/", FORM]) {
    await page.goto(path);
    const sheets = await page
      .locator("link[rel=stylesheet]")
      .evaluateAll((all) => all.map((one) => (one as HTMLLinkElement).href));
    expect(sheets.length).toBeGreaterThan(1);
    for (const sheet of sheets) {
      const css = await (await request.get(sheet)).text();
      expect(css, sheet).not.toMatch(/&|oklch\(/);
    }
  }
});
