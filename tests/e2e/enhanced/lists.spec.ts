import { letterFields, sendLetter } from "../setup/accounts";
import { enter, expect, follow, openLetter, ready, test } from "../setup/fixtures";
import { holdRequests } from "../setup/hold-requests";

test.use({ isIsolated: true });

test("the timeline refreshes by itself every minute", async ({ page, open }) => {
  const account = await open();
  await sendLetter(account, { ...letterFields(), title: "Was there" });
  await enter(page, account);
  await page.clock.install();
  await page.goto("/timeline");
  await ready(page);
  await expect(page.getByText("Was there")).toBeVisible();
  await sendLetter(account, { ...letterFields(), title: "Came later" });
  await page.clock.fastForward(61_000);
  await expect(page.getByText("Came later")).toBeVisible();
});

test("a list that is continued late leaves the focus in the search", async ({ page, open }) => {
  const account = await open();
  for (let number = 0; number < 21; number += 1) await sendLetter(account, { title: `Letter ${number}` });
  await enter(page, account);
  await page.goto("/timeline");
  await ready(page);
  const { held, letGo } = await holdRequests(page, /\/timeline\?.*_data=/);
  await page.getByRole("link", { name: "Show more" }).click();
  await expect.poll(held).toBe(1);
  await page.getByLabel("Search").fill("plum");
  const items = page.getByRole("main").getByRole("link", { name: /^Letter \d/ });
  const before = await items.count();
  letGo();
  await expect.poll(() => items.count()).toBeGreaterThan(before);
  await expect(page.getByLabel("Search")).toBeFocused();
});

test.describe("a list that cannot be continued", () => {
  test.use({ expected: /ERR_FAILED/ });

  test("does not lead away from a page that was opened meanwhile", async ({ page, open }) => {
    const account = await open();
    for (let number = 0; number < 21; number += 1) await sendLetter(account, { title: `Letter ${number}` });
    await enter(page, account);
    await page.goto("/dashboard");
    await ready(page);
    const fail = Promise.withResolvers<void>();
    await page.route(/\/dashboard\?.*_data=/, async (route) => {
      await fail.promise;
      await route.abort();
    });
    let loads = 0;
    page.on("request", (request) => (loads += request.isNavigationRequest() ? 1 : 0));
    const asked = page.waitForRequest(/\/dashboard\?.*_data=/);
    await page.getByRole("link", { name: "Show more" }).click();
    await asked;
    await follow(page, page.getByRole("banner").getByRole("link", { name: "Timeline" }));
    const failed = page.waitForEvent("requestfailed");
    fail.resolve();
    await failed;
    await follow(page, page.getByRole("banner").getByRole("link", { name: "Create" }));
    expect(loads).toBe(0);
  });
});

test("the submit button looks ready once the form is complete, and says before what is missing", async ({
  page,
  open,
}) => {
  await enter(page, await open());
  await openLetter(page);
  const submit = page.locator(".button-form");
  const look = () => submit.evaluate((button) => getComputedStyle(button).backgroundColor);
  const unready = await look();
  await submit.click();
  await expect(page.getByLabel("Recipient e-mail")).toBeFocused();
  await page.mouse.move(0, 0);
  const { title, recipientEmail, message, date } = letterFields();
  await page.getByLabel("Memory Title").fill(title);
  await page.getByLabel("Recipient e-mail").fill(recipientEmail);
  await page.getByLabel("Delivery date").fill(date);
  await expect.poll(look).toBe(unready);
  await page.getByLabel("Message", { exact: true }).fill(message);
  await expect.poll(look).not.toBe(unready);
});

test("the strip of coming vaults shows all of the link that has the focus", async ({ page, open }) => {
  const account = await open();
  for (const days of [3, 4, 5]) {
    const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await sendLetter(account, { title: `In ${days} days`, date });
  }
  await enter(page, account);
  for (const width of [280, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/dashboard");
    await ready(page);
    const links = page.getByRole("region", { name: "Coming Up" }).getByRole("link");
    await links.first().focus();
    for (const [place, key] of [
      [1, "Tab"],
      [2, "Tab"],
      [1, "Shift+Tab"],
      [0, "Shift+Tab"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(links.nth(place)).toBeFocused();
      await expect(links.nth(place), `${width}: ${place}`).toBeInViewport({ ratio: 1 });
    }
  }
});
