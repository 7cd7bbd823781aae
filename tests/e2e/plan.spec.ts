import type { Page } from "playwright/test";
import { letterFields, newPerson, sendLetter } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, fillLetter, linkIn, openLetter, ready, test } from "./setup/fixtures";
import { holdRequests } from "./setup/hold-requests";

const plan = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

test("from the limit through the checkout back to the letter that was begun", async ({ page, open, hasScript }) => {
  const account = await open({ vaultLimit: 1 });
  await sendLetter(account, { title: "For Leo" });
  await enter(page, account);
  const letter = letterFields();
  await openLetter(page);
  await fillLetter(page, letter);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  const limit = hasScript ? page.getByRole("dialog", { name: "Vault Limit Reached" }) : page.getByRole("main");
  await limit.getByRole("link", { name: "View plans" }).click();

  await expect(page.getByRole("heading", { name: "How many letters have you got in you?" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "1 of 1 vault used" })).toBeVisible();
  await expect(page.getByText("Vault Limit Reached")).toBeVisible();
  await expect(plan(page, "Free")).toContainText("Your plan");
  await expect(plan(page, "Free").getByRole("button")).toHaveCount(0);
  await page.getByText("Have a discount code?").click();
  await page.getByLabel("Discount code").fill("HALF");
  await plan(page, "Plus").getByRole("button", { name: "Choose Plus" }).click();

  await expect(page.getByText("Redirecting to checkout")).toBeVisible();
  await page.getByRole("button", { name: "The card is declined" }).click();
  await expect(page.getByText("nothing was charged")).toBeVisible();
  await page.getByRole("button", { name: "Pay $2.50" }).click();

  await expect(page.getByText("Plan upgraded!")).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(letter.message);
  await ready(page);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();

  await page.goto("/settings/plan");
  await expect(page.getByRole("heading", { name: "2 of 10 vaults used" })).toBeVisible();
  await page.getByRole("link", { name: "Orders and receipts" }).click();
  await expect(page.getByText("$2.50")).toBeVisible();
  await page.getByRole("link", { name: "Receipt for Plus" }).click();
  const order = page.getByRole("listitem").filter({ hasText: account.email });
  await order.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(page.getByText("Refunded", { exact: true })).toBeVisible();
  await page.goto("/settings/plan");
  await expect(page.getByRole("heading", { name: "2 of 1 vault used" })).toBeVisible();
  await page.goto("/settings/billing");
  await expect(page.getByText(/^\$2\.50 refunded on/)).toBeVisible();
});

test("a plan bought in another tab does not call back the form that is being sent", async ({
  page,
  open,
  hasScript,
}) => {
  test.skip(!hasScript, "Only scripts ask for the plan.");
  await enter(page, await open({ vaultLimit: 1 }));
  // A page that is being left answers no questions of the test.
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (...item) {
      console.debug("stored", ...item);
      Reflect.apply(setItem, this, item);
    };
  });
  await page.goto("/settings/plan");
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route("**/check-subscription", async (route) => {
    asked.resolve();
    await answered.promise;
    await route.fulfill({ json: { planId: "premium", vaultLimit: 25 } });
  });
  const sent = await holdRequests(page, ({ pathname }) => pathname === "/settings/plan");
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await asked.promise;
  await plan(page, "Plus").getByRole("button", { name: "Choose Plus" }).click({ noWaitAfter: true });
  await expect.poll(sent.held).toBe(1);
  const stored = page.waitForEvent("console", (message) => message.text().includes("premium"));
  answered.resolve();
  await stored;
  sent.letGo();
  await expect(page.getByRole("button", { name: "The card is declined" })).toBeVisible();
});

test("on a wide screen, the words of each plan stand below each other under its pile", async ({ page, open }) => {
  await enter(page, await open({ vaultLimit: 1 }));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/settings/plan");
  const label = plan(page, "Plus").locator(".shelf-label");
  await expect(label).toBeVisible();
  const places = await label.evaluate((element) =>
    [...element.children].map((child) => {
      const { top, left, right } = child.getBoundingClientRect();
      return { name: child.textContent?.trim(), top, middle: Math.round((left + right) / 2) };
    }),
  );
  const sorted = places.toSorted((a, b) => a.top - b.top).map(({ name }) => name);
  expect(sorted).toEqual(["Plus", "10 vaults", "$5.00", "A letter a year for ten years.", "Choose Plus"]);
  for (const { name, middle } of places)
    expect(Math.abs(middle - (places[0]?.middle ?? 0)), name).toBeLessThanOrEqual(1);
});

test("on a wide screen, nothing is left empty for buttons that the largest plan does not have", async ({
  page,
  open,
}) => {
  await enter(page, await open({ vaultLimit: 50 }));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/settings/plan");
  const own = plan(page, "Ultimate");
  const words = await own.getByText("A letter a year for half a century.").boundingBox();
  const badge = await own.getByText("Your plan").boundingBox();
  const bottom = (words?.y ?? 0) + (words?.height ?? 0);
  expect((badge?.y ?? 0) - bottom).toBeGreaterThan(0);
  expect((badge?.y ?? 0) - bottom).toBeLessThan(24);
});

test("on a narrow screen, the number of vaults is below name and price", async ({ page, open }) => {
  await enter(page, await open());
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto("/settings/plan");
    const labels = await page.locator(".shelf-label").all();
    expect(labels.length).toBeGreaterThan(0);
    for (const label of labels) {
      const name = await label.getByRole("heading").boundingBox();
      const count = await label.locator(".shelf-count").boundingBox();
      expect(count?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0) / 2);
    }
  }
});

test("a payment that is reported late is waited for", async ({ page, open }) => {
  const account = await open({ vaultLimit: 1 });
  await enter(page, account);
  await page.goto("/settings/plan");
  await page.getByRole("button", { name: "Choose Starter" }).click();
  await page.getByRole("button", { name: /10 seconds later/ }).click();
  await expect(page.getByRole("heading", { name: "Waiting for your payment" })).toBeVisible();
  await expect(page.getByText("Plan upgraded!")).toBeVisible({ timeout: 60_000 });
});

test("a plan is given to a person who has no account yet", async ({ page, open, visitor, mailbox }) => {
  const giver = await open({ vaultLimit: 1 });
  const mia = newPerson("Mia Berger");
  await enter(page, giver);
  await page.goto("/settings/plan");
  await page.getByRole("link", { name: "Give a plan to someone" }).click();
  await page.getByRole("button", { name: "Go to checkout" }).click();
  await expect(page.getByText("Please choose a plan.")).toBeVisible();
  await page.getByLabel("Premium").check();
  await page.getByLabel("Their name").fill(mia.name);
  await page.getByLabel("Their email").fill(mia.email);
  await page.getByLabel("A few words (optional)").fill("For Leo’s letters.");
  await page.getByRole("button", { name: "Go to checkout" }).click();
  await page.getByRole("button", { name: "Pay $7.50" }).click();
  await expect(page.getByRole("heading", { name: "Your gift for Mia Berger" })).toBeVisible();
  await expect(page.getByRole("article", { name: "The gift card" })).toContainText("Room for 25 letters");

  const reader = await visitor();
  await reader.goto(linkIn(await mailbox.waitFor(mia.email, /has a gift for you/)));
  await expect(reader.getByText("For Leo’s letters.")).toBeVisible();
  await reader.getByRole("link", { name: "Sign up and claim it" }).click();
  await ready(reader);
  await reader.getByLabel("Full name").fill(mia.name);
  await reader.getByLabel("Email").fill(mia.email);
  await reader.getByLabel("Password", { exact: true }).fill(mia.password);
  await reader.getByLabel("Confirm password").fill(mia.password);
  await reader.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await reader.getByRole("button", { name: "Claim your gift" }).click();
  await expect(reader.getByText("Plan upgraded!")).toBeVisible();
  await page.reload();
  await expect(page.getByText("The plan Premium has been claimed.")).toBeVisible();

  await page.goto("/settings/billing");
  await page.getByRole("link", { name: "Receipt for Premium" }).click();
  const order = page.getByRole("listitem").filter({ hasText: giver.email });
  await order.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(page.getByText("Refunded", { exact: true })).toBeVisible();
  const { text } = await mailbox.waitFor(mia.email, /The plan you were given was refunded/);
  expect(text).toContain("You now have the Free plan");
  await reader.goto("/settings/billing");
  await expect(reader.getByText(/^The Premium plan that .+ gave you was refunded\.$/)).toBeVisible();
});

test("a gift that could not be emailed goes to another address", async ({ page, open, mailbox }) => {
  const account = await open({ vaultLimit: 1 });
  const [typo, mia] = [newPerson("Mia Berger"), newPerson("Mia Berger")];
  await enter(page, account);
  await page.goto("/settings/plan/gift");
  await page.getByLabel("Starter").check();
  await page.getByLabel("Their name").fill(typo.name);
  await page.getByLabel("Their email").fill(typo.email);
  await page.getByRole("button", { name: "Go to checkout" }).click();
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByText(`We’re emailing the link to ${typo.email}.`)).toBeVisible();
  await query("UPDATE gifts SET mail_state = 'lost' WHERE recipient_email = ?", [typo.email]);

  await page.goto("/settings/billing");
  await page.getByRole("link", { name: "Give another address" }).click();
  await expect(page.getByText(`We couldn’t email the link to ${typo.email}.`)).toBeVisible();
  const field = page.getByLabel("Their email");
  await expect(field).toHaveValue(typo.email);
  await field.fill("mia at example");
  await page.getByRole("button", { name: "Send it to this address" }).click();
  await expect(page.getByText("Please enter a valid email address").first()).toBeVisible();
  await field.fill(mia.email);
  await page.getByRole("button", { name: "Send it to this address" }).click();
  await expect(page.getByText("Address saved")).toBeVisible();
  await expect(field).toHaveCount(0);
  expect(linkIn(await mailbox.waitFor(mia.email, /has a gift for you/))).toContain("/gift/");
});

test("a slot becomes free by cancelling, too", async ({ page, open }) => {
  const account = await open({ vaultLimit: 1 });
  const waiting = await sendLetter(account, { title: "For Leo" });
  const kept = letterFields();
  await account.client.post("/create?type=send-to-someone&step=form", { title: kept.title, intent: "draft" });
  await enter(page, account);
  await page.goto("/settings/plan");
  await expect(page.getByRole("link", { name: kept.title })).toBeVisible();
  await page.getByRole("link", { name: "See what’s waiting" }).click();
  await page.getByRole("article").getByRole("link", { name: "For Leo", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/memories/${waiting}$`));
  await page.goto(`/memories/${waiting}/cancel`);
  await ready(page);
  await page.getByRole("main").getByRole("button").click();
  await expect(page.getByText("Vault cancelled")).toBeVisible();
  await page.goto("/settings/plan");
  await expect(page.getByRole("heading", { name: "0 of 1 vault used" })).toBeVisible();
});

test("a plan that is too small by now is refused with a sentence", { tag: "@scriptless" }, async ({ page, open }) => {
  const account = await open({ vaultLimit: 1 });
  await enter(page, account);
  await page.goto("/settings/plan");
  // It is bought in another window.
  await query("UPDATE profiles SET plan_id = 'premium', vault_limit = 25 WHERE id = ?", [account.id]);
  await plan(page, "Plus").getByRole("button", { name: "Choose Plus" }).click();
  const refusal = page.getByRole("alert");
  await expect(refusal.getByText("Error upgrading plan", { exact: true })).toBeVisible();
  await expect(refusal.getByText("You already have this much room: please choose a larger plan.")).toBeVisible();
});
