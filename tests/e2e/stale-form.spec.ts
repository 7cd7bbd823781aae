import { letterFields } from "./setup/accounts";
import { enter, expect, fillLetter, logIn, openLetter, test } from "./setup/fixtures";

test("a form from before a new login in another window is refused once and kept", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await openLetter(page);
  const letter = letterFields();
  await fillLetter(page, letter);

  const other = await page.context().newPage();
  await other.goto("/logout");
  await other.getByRole("main").getByRole("button", { name: "Log out" }).click();
  await expect(other.getByText("Logged out")).toBeVisible();
  await logIn(other, account);

  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  expect((await answered).status()).toBe(403);
  await expect(page.getByRole("alert")).toContainText("Nothing is lost: please send it again.");
  await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
  await expect(page.getByLabel("Message")).toHaveValue(letter.message);
  await expect(page.getByLabel("Delivery date")).toHaveValue(letter.date);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
});
