import { AxeBuilder } from "@axe-core/playwright";
import { sendLetter } from "../setup/accounts";
import { enter, expect, fillLetter, openLetter, type Page, ready, test } from "../setup/fixtures";

const PHONE = { width: 390, height: 844 };

/** Zooming is locked unless the user allows it in the footer. Dark mode differs only in its colours. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page });
    if (colorScheme === "light") axe.disableRules("meta-viewport");
    else axe.withRules(["color-contrast", "link-in-text-block"]);
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
}

test("the menu, the shortcuts and the dates are accessible while they are open", async ({ page, open }) => {
  await enter(page, await open());
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard");
  await ready(page);
  await page.locator(".menu summary").press("Enter");
  await expect(page.getByRole("button", { name: "Log out" })).toBeVisible();
  await expectAccessible(page);
  await page.locator(".menu summary").press("Enter");

  await page.locator("body").press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await openLetter(page);
  const button = page.getByRole("button", { name: "Choose date" });
  await button.press("Enter");
  for (const choice of ["2044", "June"]) {
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: choice, exact: true }).press("Enter");
  }
  await expect(page.getByRole("heading", { name: "June 2044" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "June 14, 2044" }).press("Enter");
  await expect(page.getByLabel("Delivery date")).toHaveValue("2044-06-14");
});

test("the dialog about the plan's limit is accessible", async ({ page, open }) => {
  const account = await open({ vaultLimit: 1 });
  await sendLetter(account, { title: "The first one" });
  await enter(page, account);
  await openLetter(page);
  await fillLetter(page, {
    title: "One more",
    recipientEmail: "tom@example.org",
    message: "Dear Tom",
    date: "2044-06-14",
  });
  await page.getByRole("button", { name: "Schedule Memory" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Vault Limit Reached" })).toBeVisible();
  await expectAccessible(page);
});

test("the help is accessible while it is open", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/faq");
  await ready(page);
  await page.getByRole("complementary", { name: "Help" }).getByRole("link").press("Enter");
  await expect(page.getByRole("dialog", { name: "Help" }).getByLabel("Your question")).toBeFocused();
  await expectAccessible(page);
});
