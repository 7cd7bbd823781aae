import { expect, linkIn, ready, test } from "./setup/fixtures";

test("subscribing, confirming and stopping the newsletter", { tag: "@scriptless" }, async ({
  page,
  person,
  mailbox,
}) => {
  await page.goto("/newsletter");
  await ready(page);
  const field = page.getByLabel("Your email address");
  await field.fill("tom@nowhere");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Invalid Email")).toBeVisible();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  await expect(field).toHaveValue("tom@nowhere");
  await field.fill(person.email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Thanks for Subscribing!")).toBeVisible();

  await page.goto(linkIn(await mailbox.waitFor(person.email, /confirm your subscription/)));
  await page.getByRole("button", { name: "Yes, subscribe me" }).click();
  await expect(page.getByRole("heading", { name: "You’re on the list" })).toBeVisible();
});

test("writing to the operator", { tag: "@scriptless" }, async ({ page }) => {
  await page.goto("/contact?reference=abc-123");
  await ready(page);
  const message = page.getByLabel("Message", { exact: true });
  await expect(message).toHaveValue(/reference abc-123/);
  await message.fill("The code never came.");
  await page.getByLabel("Email (optional)").fill("tom@nowhere");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(message).toHaveValue("The code never came.");
  await page.getByLabel("Email (optional)").fill("tom@example.org");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Message sent")).toBeVisible();
});

test("the promise shows figures, and how they are computed", { tag: "@scriptless" }, async ({ page }) => {
  await page.goto("/promise");
  await expect(page.getByText("Vaults waiting for their day")).toBeVisible();
  await expect(page.getByText("Last look for due vaults")).toBeVisible();
  await expect(page.getByRole("heading", { name: "If we ever have to close" })).toBeVisible();
  const data = await (await page.request.get("/promise.json")).json();
  expect(Date.parse(data.figures.lastCheckAt)).toBeGreaterThan(Date.now() - 3_600_000);
  expect(data.figures.early).toBe(0);
});
