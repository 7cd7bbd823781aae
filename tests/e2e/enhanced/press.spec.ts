import { jpeg } from "../../corpus/photos";
import { letterFields, sendLetter } from "../setup/accounts";
import { enter, expect, fillLetter, fillSignUp, openLetter, ready, test } from "../setup/fixtures";

test("an error on leaving a field does not move the button that is being pressed", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/auth?mode=signup");
  await ready(page);
  await page.getByLabel("Full name").fill("Anna");
  await page.getByLabel("Email", { exact: true }).fill("not an address");
  await page.getByLabel("Full name").focus();
  // The rules are there: they are loaded with the first focus.
  await expect(page.locator(".field-error")).toHaveCount(1);
  await page.getByLabel("Password", { exact: true }).fill("x");
  const button = page.getByRole("main").getByRole("button", { name: "Sign up" });
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error("no button");
  await page.mouse.move(box.x + box.width / 2, box.y + 3);
  await page.mouse.down();
  await page.mouse.up();
  // A lost press would have marked only the field that was left.
  await expect(page.getByLabel("Confirm password")).toHaveAttribute("aria-invalid", "true");
});

test("a reply is in view where the form was sent", async ({ page, open }) => {
  const known = await open();
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto("/auth?mode=signup");
  await ready(page);
  await fillSignUp(page, { ...known, name: "Anna Other" });
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("alert")).toContainText("Account already exists");
  await expect(page.getByRole("alert")).toBeInViewport();
});

test("the toast behind the dialog about the plan's limit is in view", async ({ page, open }) => {
  const account = await open({ vaultLimit: 1 });
  await sendLetter(account, { title: "The first one" });
  await enter(page, account);
  await page.setViewportSize({ width: 390, height: 844 });
  await openLetter(page);
  await fillLetter(page, letterFields());
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await page.getByRole("button", { name: "Maybe Later" }).click();
  await expect(page.locator(".toast").filter({ hasText: "Need more vaults?" })).toBeInViewport({ ratio: 1 });
});

test("a toast covers no button to send the form", async ({ page, open }) => {
  await enter(page, await open());
  await page.setViewportSize({ width: 390, height: 844 });
  await openLetter(page);
  const file = { name: "Mia.jpg", mimeType: "image/jpeg", buffer: await jpeg() };
  await page.getByLabel("Photo", { exact: true }).setInputFiles(file);
  const toast = page.locator(".toast").filter({ hasText: "Upload Complete" });
  await expect(toast).toBeInViewport();
  const button = page.getByRole("button", { name: "Schedule Memory" });
  await expect(button).toBeInViewport();
  const [above, below] = [await toast.boundingBox(), await button.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0), "the toast's lower edge").toBeLessThanOrEqual(below?.y ?? 0);
});
