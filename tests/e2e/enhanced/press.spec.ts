import { expect, fillSignUp, ready, test } from "../setup/fixtures";

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

test("an answer is in sight where the form was sent", async ({ page, open }) => {
  const known = await open();
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto("/auth?mode=signup");
  await ready(page);
  await fillSignUp(page, known);
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("alert")).toContainText("Account already exists");
  await expect(page.getByRole("alert")).toBeInViewport();
});
