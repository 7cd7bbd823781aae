import { query } from "../setup/db";
import { enter, expect, follow, type Page, ready, test } from "../setup/fixtures";
import { holdRequests } from "../setup/hold-requests";

/** Chromium's virtual authenticator: a phone whose owner unlocks it, or does not. */
async function addDevice(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    wait: (isWaiting: boolean) =>
      client.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: !isWaiting }),
    lock: () => client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false }),
  };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto("/settings/sign-in/passkeys");
  await ready(page);
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
}

test("a passkey is added, logs in, and no longer does once it is removed", async ({ page, open, mailbox }) => {
  const account = await open();
  await addDevice(page);
  await enter(page, account);
  await addPasskey(page, "Anna's phone");
  await expect(page.getByText("Passkey added")).toBeVisible();
  await expect(page.locator(".device-name")).toHaveText("Anna's phone");
  await mailbox.waitFor(account.email, /A passkey was added/);

  await addPasskey(page, "Again");
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/timeline");
  await expect(page).toHaveURL(/\/auth\?mode=login/);
  await ready(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
  await expect(page).toHaveURL(/\/timeline$/);

  await page.goto("/settings/sign-in/passkeys");
  await ready(page);
  await page.getByRole("button", { name: "Remove Anna's phone" }).click();
  await expect(page.getByText("Passkey removed")).toBeVisible();
  await mailbox.waitFor(account.email, /A passkey was removed/);
  await page.context().clearCookies();
  await page.goto("/timeline");
  await ready(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("We couldn’t log you in with this passkey.")).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL("/auth?mode=login&redirectTo=%2Ftimeline");
});

test("a passkey prompt that is not completed does not log in, and says so", async ({ page, open }) => {
  const device = await addDevice(page);
  await enter(page, await open());
  await addPasskey(page, "Tablet");
  await expect(page.getByText("Passkey added")).toBeVisible();
  await device.lock();
  await page.context().clearCookies();
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("No passkey was chosen.")).toBeVisible();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/auth\?mode=login/);
});

test("a second press does not say that no passkey was chosen", async ({ page, open }) => {
  const device = await addDevice(page);
  await enter(page, await open());
  await page.goto("/settings/sign-in/passkeys");
  await ready(page);
  await device.wait(true);
  await page.evaluate(() => {
    const { credentials } = navigator;
    const create = credentials.create.bind(credentials);
    let asked = 0;
    credentials.create = (options) => {
      asked += 1;
      document.documentElement.dataset.asked = String(asked);
      return create(options);
    };
  });
  await page.getByLabel("Name").fill("Tablet");
  for (const count of ["1", "2", "3"]) {
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-asked", count);
  }
  await expect(page.getByText("No passkey was chosen.")).toHaveCount(0);
  await device.wait(false);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added")).toBeVisible();
});

test("adding a passkey long after logging in asks for the password first", async ({ page, open }) => {
  const account = await open();
  await addDevice(page);
  await enter(page, account);
  await page.goto("/settings/sign-in/passkeys");
  await ready(page);
  await query("UPDATE sessions SET confirmed_at = NOW(3) - INTERVAL 1 HOUR WHERE user_id = ?", [account.id]);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  await ready(page);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Passkeys" })).toBeVisible();
});

test("adding a passkey does not reload a page that was opened meanwhile", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await page.goto("/settings/sign-in/passkeys");
  await ready(page);
  await query("UPDATE sessions SET confirmed_at = NOW(3) - INTERVAL 1 HOUR WHERE user_id = ?", [account.id]);
  const { held, letGo } = await holdRequests(page, /options/);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect.poll(held).toBe(1);
  let loads = 0;
  page.on("request", (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  await follow(page, page.getByRole("banner").getByRole("link", { name: "Timeline" }));
  const answered = page.waitForResponse((response) => response.request().redirectedFrom() !== null);
  letGo();
  await answered;
  await follow(page, page.getByRole("banner").getByRole("link", { name: "Dashboard" }));
  expect(loads).toBe(0);
});

test("a passkey confirms leaving with everything, long after logging in", async ({ page, open }) => {
  const account = await open();
  const device = await addDevice(page);
  await enter(page, account);
  await addPasskey(page, "Phone");
  await expect(page.getByText("Passkey added")).toBeVisible();
  await query("UPDATE sessions SET confirmed_at = NOW(3) - INTERVAL 1 HOUR WHERE user_id = ?", [account.id]);
  await page.goto("/settings/data-privacy/delete");
  await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  await ready(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/settings\/data-privacy\/delete$/);

  await query("UPDATE sessions SET confirmed_at = NOW(3) - INTERVAL 1 HOUR WHERE user_id = ?", [account.id]);
  await device.lock();
  await page.goto("/settings/password");
  await ready(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("No passkey was chosen.")).toBeVisible();
});
