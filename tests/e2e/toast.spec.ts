import { letterFields, newPerson } from "./setup/accounts";
import { enter, expect, ready, test, writeLetter } from "./setup/fixtures";
import { FormClient } from "./setup/form-client";

test("a toast is in the server's page, once", async ({ page, open }) => {
  await enter(page, await open());
  await writeLetter(page, letterFields());
  const toast = page.locator(".toast");
  await expect(toast).toContainText("Memory Created");
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(toast).toHaveCount(0);
});

test("a toast works without script", { tag: "@scriptless" }, async () => {
  const client = new FormClient(process.env.E2E_BASE_URL ?? "");
  const { name, email, password } = newPerson();
  await client.post("/auth?mode=signup", { fullName: name, email, password, confirmPassword: password });
  expect((await client.get("/dashboard")).html).toContain("Account created successfully");
  expect((await client.get("/dashboard")).html).not.toContain("Account created successfully");
});

test("a toast stays on its page", async ({ page, open }) => {
  await enter(page, await open());
  await writeLetter(page, letterFields());
  await ready(page);
  await page.getByRole("link", { name: "See all your vaults" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.getByRole("link", { name: "Delivered Memories" }).click();
  await expect(page.getByText("Nothing has been delivered yet.")).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.getByRole("link", { name: "Pending Memories" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.locator(".toast")).toHaveCount(0);
});

test("a toast survives a redirect", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await page.goto("/auth?mode=reset");
  await ready(page);
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.locator(".toast")).toContainText("Password reset email sent");
  await page.getByRole("contentinfo").getByRole("link", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("heading", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.reload();
  await expect(page.locator(".toast")).toHaveCount(0);
});

test("a toast can be dismissed", async ({ page, open }) => {
  await enter(page, await open());
  await writeLetter(page, letterFields());
  await page.locator(".toast-dismiss").click();
  await expect(page.locator(".toast")).toBeHidden();
});

test("a forged toast is not shown", { tag: "@scriptless" }, async ({ page }) => {
  const value = Buffer.from(JSON.stringify({ title: "Send us money" })).toString("base64");
  await page.context().addCookies([{ name: "amberkeep_toast", value, url: process.env.E2E_BASE_URL ?? "" }]);
  await page.goto("/auth");
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await expect(page.getByText("Send us money")).toHaveCount(0);
});
