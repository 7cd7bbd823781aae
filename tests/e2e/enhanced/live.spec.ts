import type { Page } from "playwright/test";
import { type Account, deliverLetter, sendLetter } from "../setup/accounts";
import { query } from "../setup/db";
import { enter, expect, follow, ready, test } from "../setup/fixtures";
import { holdRequests } from "../setup/hold-requests";
import type { MailFolder } from "../setup/mailbox";
import { play } from "../setup/play";
import { isMarked, mark } from "../setup/reload-marker";

const waitUntilDelivered = (account: Account) =>
  expect
    .poll(async () => (await query("SELECT state FROM memories WHERE user_id = ?", [account.id]))[0]?.state)
    .toBe("delivered");

test.use({ isIsolated: true });

/** Opens a dashboard of four letters, reads down to the third, and has another letter delivered. */
async function deliverWhileReading(page: Page, account: Account, mailbox: MailFolder, beforeDelivery?: () => void) {
  for (const title of ["One", "Two", "Three", "Four"]) await sendLetter(account, { title });
  await enter(page, account);
  await page.setViewportSize({ width: 800, height: 500 });
  const stream = page.waitForRequest((request) => request.url().includes("/live?"));
  await page.goto("/dashboard");
  await mark(page);
  await stream;
  await page.evaluate(() => window.scrollTo(0, 300));
  const card = page.getByRole("article").filter({ hasText: "Three" });
  const before = await card.boundingBox();
  if (beforeDelivery) await page.evaluate(beforeDelivery);
  await deliverLetter(account, mailbox, { title: "The one that came" });
  await expect(page.getByRole("link", { name: "Delivered Memories 1" })).toBeVisible();
  return Math.abs(((await card.boundingBox())?.y ?? 0) - (before?.y ?? 0));
}

test("the dashboard updates after a delivery and announces it, without moving", async ({ page, open, mailbox }) => {
  const moved = await deliverWhileReading(page, await open(), mailbox);
  const toast = page.getByRole("status").filter({ hasText: "Memory delivered" }).first();
  await expect(toast).toContainText("The one that came");
  expect(moved).toBeLessThan(2);
  expect(await isMarked(page)).toBe(true);
});

test("an update that a busy browser renders late does not move the page", async ({ page, open, mailbox }) => {
  const moved = await deliverWhileReading(page, await open(), mailbox, () => {
    // React's scheduler: the refresh has ended before its start is rendered.
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (message) {
      setTimeout(() => postMessage.call(this, message), 2_000);
    };
  });
  expect(moved).toBeLessThan(2);
});

test("what happens before the connection is open is announced, too", async ({ page, open, mailbox }) => {
  const account = await open();
  await enter(page, account);
  const { letGo: connect } = await holdRequests(page, "**/live?*");
  await page.goto("/dashboard");
  await ready(page);
  await deliverLetter(account, mailbox, { title: "Gone at once" });
  await waitUntilDelivered(account);
  connect();
  const toast = page.getByRole("status").filter({ hasText: "Memory delivered" }).first();
  await expect(toast).toContainText("Gone at once");
  await expect(page.getByRole("link", { name: "Delivered Memories 1" })).toBeVisible();
});

test("what happens while a slow navigation loads is announced, too", async ({ page, open, mailbox }) => {
  const account = await open();
  await enter(page, account);
  await page.goto("/settings/profile");
  await ready(page);
  const fetched = Promise.withResolvers<void>();
  const delivered = Promise.withResolvers<void>();
  // A later refresh may still be loading when the test ends.
  await page.route(
    "**/dashboard?*_data=**",
    async (route) => {
      const response = await route.fetch();
      fetched.resolve();
      await delivered.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "Dashboard" }).click();
  await fetched.promise;
  await deliverLetter(account, mailbox, { title: "Gone meanwhile" });
  await waitUntilDelivered(account);
  await page.waitForTimeout(3_000);
  delivered.resolve();
  await expect(page).toHaveURL(/dashboard/);
  const toast = page.getByRole("status").filter({ hasText: "Memory delivered" }).first();
  await expect(toast).toContainText("Gone meanwhile");
});

test.describe("a page that stays open", () => {
  test.use({ expected: /ERR_FAILED/ });

  test("refreshes every minute unless something plays, and stays if the server is unreachable", async ({
    page,
    open,
  }) => {
    const account = await open();
    await sendLetter(account, { title: "One" });
    await enter(page, account);
    await page.clock.install();
    await page.goto("/dashboard");
    await mark(page);
    await sendLetter(account, { title: "Two" });
    await page.clock.runFor(61_000);
    await expect(page.getByRole("article")).toHaveCount(2);
    const stop = await play(page);
    let refreshes = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/readyz")) refreshes += 1;
    });
    await sendLetter(account, { title: "Three" });
    await page.clock.runFor(61_000);
    await page.evaluate(() => fetch("/healthz"));
    expect(refreshes).toBe(0);
    await stop();
    await page.clock.runFor(61_000);
    await expect(page.getByRole("article")).toHaveCount(3);
    await page.route("**/readyz", (route) => route.abort());
    await page.clock.runFor(61_000);
    await expect(page.getByRole("article")).toHaveCount(3);
    expect(await isMarked(page)).toBe(true);
  });
});

test.describe("a page whose event stream is refused", () => {
  test.use({ expected: /502/ });

  test("connects a minute later, and announces what it has missed", async ({ page, open, mailbox }) => {
    const account = await open();
    await enter(page, account);
    await page.clock.install();
    await page.route("**/live?*", (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
    const refused = page.waitForResponse("**/live?*");
    await page.goto("/dashboard");
    await page.clock.runFor(2_000);
    await refused;
    await deliverLetter(account, mailbox, { title: "Gone meanwhile" });
    await waitUntilDelivered(account);
    await page.unroute("**/live?*");
    await page.clock.runFor(61_000);
    const toast = page.getByRole("status").filter({ hasText: "Memory delivered" }).first();
    await expect(toast).toContainText("Gone meanwhile");
  });
});

test("a refresh leaves a form alone that is opened meanwhile", async ({ page, open }) => {
  await enter(page, await open());
  const { held, letGo } = await holdRequests(page, "**/readyz");
  await page.goto("/dashboard");
  await ready(page);
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  await expect.poll(held).toBe(1);
  await follow(page, page.getByRole("banner").getByRole("link", { name: "Create" }));
  await follow(page, page.getByRole("main").getByRole("link", { name: "Send to Someone" }));
  await page.getByLabel("Memory Title").fill("Begun");
  letGo();
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
  await expect(page.getByLabel("Memory Title")).toHaveValue("Begun");
});

for (const anchoring of ["auto", "none"]) {
  test(`a refresh that adds items above keeps the scroll position (overflow-anchor: ${anchoring})`, async ({
    page,
    open,
  }) => {
    const account = await open();
    for (const title of ["One", "Two", "Three", "Four"]) await sendLetter(account, { title });
    await enter(page, account);
    await page.setViewportSize({ width: 800, height: 500 });
    await page.clock.install();
    await page.goto("/dashboard");
    await mark(page);
    await page.evaluate((how) => document.documentElement.style.setProperty("overflow-anchor", how), anchoring);
    const card = page.getByRole("article").filter({ hasText: "Three" });
    await card.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top - 50));
    const before = (await card.boundingBox())?.y ?? 0;
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await query("UPDATE profiles SET email_verified_at = NULL WHERE id = ?", [account.id]);
    await page.clock.runFor(61_000);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(height + 30);
    expect(Math.abs(((await card.boundingBox())?.y ?? 0) - before)).toBeLessThan(2);
  });
}

test("tabs change the list and keep the scroll position", async ({ page, open }) => {
  const account = await open();
  for (const title of ["One", "Two", "Three", "Four"]) await sendLetter(account, { title });
  await enter(page, account);
  await page.setViewportSize({ width: 800, height: 500 });
  await page.goto("/dashboard");
  await mark(page);
  const tab = page.getByRole("link", { name: "Delivered Memories 0" });
  await tab.evaluate((link) => link.scrollIntoView({ block: "center" }));
  const before = (await tab.boundingBox())?.y ?? 0;
  await tab.click();
  await expect(page).toHaveURL(/tab=delivered/);
  await expect(page.getByText("Nothing has been delivered yet.")).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  expect(Math.abs(((await tab.boundingBox())?.y ?? 0) - before)).toBeLessThan(200);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
});

test.describe("the quotes", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("change every eight seconds, except while paused", async ({ page, open }) => {
    await enter(page, await open());
    await page.clock.install();
    await page.goto("/dashboard");
    await ready(page);
    const quote = page.locator(".quotes .quote");
    const first = (await quote.textContent()) ?? "";
    await page.clock.runFor(8_500);
    await expect(quote).not.toHaveText(first);
    const second = (await quote.textContent()) ?? "";
    await quote.hover();
    await page.clock.runFor(17_000);
    await expect(quote).toHaveText(second);
    await page.mouse.move(0, 0);
    await page.getByRole("button", { name: "Pause quotes" }).click();
    await page.mouse.move(0, 0);
    await page.getByRole("heading", { level: 1 }).click();
    await page.clock.runFor(17_000);
    await expect(quote).toHaveText(second);
  });
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("nothing moves by itself, and there is no pause button", async ({ page, open }) => {
    const account = await open();
    for (let days = 1; days < 7; days += 1) {
      const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      await sendLetter(account, { title: `Letter ${days}`, date });
    }
    await enter(page, account);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.clock.install();
    await page.goto("/dashboard");
    await ready(page);
    const quote = page.locator(".quotes .quote");
    const first = (await quote.textContent()) ?? "";
    await page.clock.runFor(30_000);
    await expect(quote).toHaveText(first);
    expect(await page.locator(".coming-up ol").evaluate((list) => list.scrollLeft)).toBe(0);
    await expect(page.getByRole("button", { name: "Pause quotes" })).toBeHidden();
  });
});

test("shortcuts work, except while typing or when turned off", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/dashboard");
  await mark(page);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("?");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search")).toBeFocused();
  await page.keyboard.type("c?/");
  await expect(page.getByLabel("Search")).toHaveValue("c?/");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { name: "Create a New Memory" })).toBeVisible();
  expect(await isMarked(page)).toBe(true);

  await page.goto("/shortcuts");
  await ready(page);
  await page.getByRole("button", { name: "Switch them off" }).click();
  await expect(page.getByText("They are off in this browser.")).toBeVisible();
  await page.keyboard.press("c");
  await page.keyboard.press("?");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/shortcuts$/);
});

test("a shortcut does nothing on another page that is opened while its script loads", async ({ page, open }) => {
  await enter(page, await open());
  const { held, letGo } = await holdRequests(page, /press-shortcut/);
  await page.goto("/dashboard");
  await ready(page);
  await page.keyboard.press("c");
  await expect.poll(held).toBe(1);
  await follow(page, page.getByRole("banner").getByRole("link", { name: "Timeline" }));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  letGo();
  // The next page listens only once it is shown.
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" }).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect(asked).not.toContain("/create");
});

for (const from of ["/timeline", "/activity", "/create?type=send-to-someone&step=form", "/shortcuts"]) {
  test(`loading the dashboard from ${from} is announced`, async ({ page, open }) => {
    await enter(page, await open());
    await page.goto(from);
    await mark(page);
    const { letGo: allow } = await holdRequests(page, "**/dashboard?_data=**");
    await page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByRole("heading", { name: "Loading your dashboard..." })).toBeVisible();
    allow();
    await expect(page.getByRole("heading", { name: "Your Vault" })).toBeVisible();
    await expect(page.getByText("Loading your dashboard...")).toHaveCount(0);
    expect(await isMarked(page)).toBe(true);
  });
}

test("refreshing or leaving the dashboard is not announced as loading", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/dashboard");
  await mark(page);
  const { letGo: allow } = await holdRequests(page, "**/*_data=**");
  await page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "Dashboard" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-busy");
  await expect(page.locator(".loading-overlay")).toHaveCount(0);
  await page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "Timeline" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-busy");
  await expect(page.locator(".loading-overlay")).toHaveCount(0);
  allow();
  await expect(page.getByRole("heading", { name: "Timeline", exact: true })).toBeVisible();
});

test("loading the edit form is announced", async ({ page, open }) => {
  const account = await open();
  const id = await sendLetter(account);
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  await mark(page);
  const { letGo: allow } = await holdRequests(page, "**/create?*_data=**");
  await page.getByRole("link", { name: "Edit Memory" }).click();
  await expect(page.getByRole("heading", { name: "Loading vault for editing..." })).toBeVisible();
  allow();
  await expect(page.getByRole("heading", { name: "Edit Memory" })).toBeVisible();
});

test("the strip of upcoming vaults scrolls by itself and stops when touched", async ({ page, open }) => {
  const account = await open();
  for (let days = 1; days < 7; days += 1) {
    const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await sendLetter(account, { title: `Letter ${days}`, date });
  }
  await enter(page, account);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
  await page.goto("/dashboard");
  await ready(page);
  const thread = page.locator(".coming-up ol");
  const place = () => thread.evaluate((list) => list.scrollLeft);
  expect(await place()).toBe(0);
  await page.clock.runFor(5_500);
  await expect.poll(place).toBeGreaterThan(100);
  await thread.getByRole("link").first().focus();
  const held = await place();
  await page.clock.runFor(11_000);
  expect(await place()).toBe(held);
});
