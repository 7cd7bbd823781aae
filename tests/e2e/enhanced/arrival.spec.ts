import { sendLetter } from "../setup/accounts";
import { enter, expect, type Page, ready, test } from "../setup/fixtures";

const main = (page: Page) => page.getByRole("navigation", { name: "Main" }).first();
/** The live region for screen readers. */
const readOut = (page: Page) => page.locator("p[aria-live=polite]");

test("client navigation focuses the heading and announces the title", async ({ page, open }) => {
  const account = await open();
  await sendLetter(account, { title: "The first" });
  await enter(page, account);
  await page.goto("/dashboard");
  await ready(page);
  await expect(page.locator("body")).toBeFocused();
  await expect(readOut(page)).toHaveText("");
  await main(page).getByRole("link", { name: "Timeline" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Timeline" })).toBeFocused();
  await expect(readOut(page)).toHaveText("Timeline | Amberkeep");
  await page.getByRole("link", { name: "The first" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The first" })).toBeFocused();
  await page.getByRole("link", { name: "Edit Memory" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit Memory" })).toBeFocused();
  await page.getByRole("button", { name: "Update Memory" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Good / })).toBeFocused();
  await expect(readOut(page)).toHaveText("Dashboard | Amberkeep");
  // Tab continues in the new page, not in its header.
  await page.keyboard.press("Tab");
  await expect(page.locator("main :focus")).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Edit Memory" })).toBeFocused();
});

test("other steps of a form count as navigation", async ({ page }) => {
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByRole("banner").getByRole("link", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign up" })).toBeFocused();
});

test("a partial update keeps the focus", async ({ page, open }) => {
  const account = await open();
  await sendLetter(account, { title: "The first" });
  await enter(page, account);
  await page.goto("/dashboard");
  await ready(page);
  await page.getByRole("link", { name: "Delivered Memories 0" }).press("Enter");
  await expect(page.getByText("Nothing has been delivered yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Delivered Memories 0" })).toBeFocused();
  await page.goto("/activity");
  await ready(page);
  await page.getByRole("link", { name: "Replies 0" }).press("Enter");
  await expect(page.getByRole("heading", { name: "No replies yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Replies 0" })).toBeFocused();
});

test("a search that replaces its form focuses the heading", async ({ page, open }) => {
  const account = await open();
  await sendLetter(account, { title: "The first" });
  await enter(page, account);
  await page.goto("/timeline");
  await ready(page);
  await page.getByLabel("Search").fill("nowhere");
  await page.getByLabel("Search").press("Enter");
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Timeline" })).toBeFocused();
  await expect(readOut(page)).toHaveText("Nothing matches, Timeline | Amberkeep");
});
