import { createId } from "@paralleldrive/cuid2";
import { TOTP } from "otpauth";
import { openAccount } from "./accounts.ts";
import type { AnyPage } from "./any-page.ts";
import { query } from "./db.ts";

/** Sets up an authenticator app on its page, and returns it. Ends on the page with the recovery codes. */
export async function setUpApp(page: AnyPage): Promise<TOTP> {
  await page.getByRole("button", { name: "Add an app" }).click();
  const key = (await page.locator(".set-up-key").textContent())?.replaceAll(" ", "") ?? "";
  await page.locator(`a[href^="otpauth:"][href*="${key}"]`).waitFor();
  const app = new TOTP({ secret: key });
  await page.getByLabel("The six digits your app shows").fill(app.generate());
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Keep these codes" }).waitFor();
  return app;
}

/** As if 30 seconds had passed since the last code, which works once. */
export async function forgetLastCode(userId: string): Promise<void> {
  await query("UPDATE authenticators SET last_step = 0 WHERE user_id = ?", [userId]);
}

const baseUrl = () => process.env.E2E_BASE_URL ?? "";

/** Shows the recovery codes of a new account. */
export async function showRecoveryCodes(page: AnyPage): Promise<void> {
  const account = await openAccount(baseUrl());
  await page.context().addCookies(account.client.cookies());
  await page.goto("/settings/sign-in/app");
  await setUpApp(page);
}

/** Logs in to a new account, up to the page that asks for a code. */
export async function reachSecondStep(page: AnyPage): Promise<void> {
  const account = await openAccount(baseUrl());
  // No code is entered, so the secret can be anything.
  await query(
    "INSERT INTO authenticators (id, user_id, secret_encrypted, wrapped_key, master_key_id, created_at, confirmed_at) VALUES (?, ?, '', '', 1, NOW(3), NOW(3))",
    [createId(), account.id],
  );
  await page.goto("/auth?mode=login");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
}

export async function reachRecovery(page: AnyPage): Promise<void> {
  await reachSecondStep(page);
  await page.getByRole("link", { name: /Use a recovery code/ }).click();
  await page.getByRole("heading", { name: "Use a recovery code" }).waitFor();
}
