import { letterFields, sendLetter } from "../setup/accounts";
import { openBoard } from "../setup/boards";
import { enter, expect, fillLetter, follow, joinAs, openLetter, type Page, ready, test } from "../setup/fixtures";
import { holdRequests } from "../setup/hold-requests";
import { spoilToken } from "../setup/spoil-token";

/** As after a lost connection, or an update of the server. */
const lose = (page: Page, module: string) => page.route(`**/assets/${module}-*.js*`, (route) => route.abort());

test.use({
  isIsolated: true,
  expected: /403|ERR_FAILED|ERR_INTERNET_DISCONNECTED|route module|dynamically imported module/,
});

test("a form goes on to another type without the script of that page", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await page.getByLabel("Memory Title").fill("For your 30th");
  await page.getByLabel("Message", { exact: true }).fill("Dear Mia,\n\nhappy birthday!");
  await lose(page, "choose-type");
  await page.getByRole("button", { name: "Change Memory Type" }).click();
  await page.getByRole("button", { name: /Future Self/i }).click();
  await expect(page.getByLabel("Memory Title")).toHaveValue("For your 30th");
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Dear Mia,\n\nhappy birthday!");
});

test("a link leads to the choice of a type without the script of that page", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/dashboard");
  await ready(page);
  await lose(page, "choose-type");
  await page.locator("a[href='/create']").first().click();
  await expect(page.getByRole("link", { name: /Future Self/i })).toBeVisible();
});

test("the choice of a type whose script is lost does not reload a page that was opened meanwhile", async ({
  page,
  open,
}) => {
  await enter(page, await open());
  await page.goto("/dashboard");
  await ready(page);
  const lost = Promise.withResolvers<void>();
  await page.route("**/assets/choose-type-*.js", async (route) => {
    await lost.promise;
    await route.abort();
  });
  const asked = page.waitForRequest("**/assets/choose-type-*.js");
  await page.locator("a[href='/create']").first().click();
  await asked;
  await expect(page).toHaveURL(/\/create$/);
  let loads = 0;
  page.on("request", (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  await follow(page, page.getByRole("banner").getByRole("link", { name: "Timeline" }));
  const failed = page.waitForEvent("requestfailed");
  lost.resolve();
  await failed;
  await follow(page, page.getByRole("banner").getByRole("link", { name: "Dashboard" }));
  expect(loads).toBe(0);
});

test("a link leads to a page without the script of that page", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/dashboard");
  await ready(page);
  await lose(page, "create");
  await page.locator("a[href='/create']").first().click();
  await expect(page).toHaveURL(/\/create$/);
  await expect(page.getByRole("link", { name: /Future Self/i })).toBeVisible();
});

test("scheduling a letter leads to the dashboard without the script of that page", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await fillLetter(page, letterFields());
  await lose(page, "dashboard");
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page).toHaveURL(/\/dashboard\?sent=/);
  await expect(page.locator(".toast")).toContainText("Memory Created");
});

test("a day can be chosen without a connection", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await page.getByLabel("Memory Title").fill("For your 30th");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /Choose date/ }).click();
  const date = page.getByLabel("Delivery date");
  await expect(date).toBeFocused();
  await date.fill("2044-06-14");
  await date.blur();
  await expect(page.getByRole("button", { name: "June 14, 2044" })).toBeVisible();
  await expect(page.getByLabel("Memory Title")).toHaveValue("For your 30th");
});

test("a guest who was removed keeps their words without the script of that page", async ({ page, open }) => {
  const { client, id } = await open();
  const { board, link } = await openBoard({ client, id });
  await joinAs(page, link, "Tom");
  await follow(page, page.getByRole("link", { name: "Tell a story" }));
  await page.getByLabel("Your story").fill("You taught me to ride a bike.");
  const [, guest = ""] = /guest\/(\w+)/.exec(page.url()) ?? [];
  await client.post(`/memories/${board}/guests/${guest}`, {});
  await lose(page, "not-found");
  await page.getByRole("button", { name: "Put it on the board" }).click();
  await expect(page.getByLabel("What you wrote")).toHaveValue("You taught me to ride a bike.");
});

test("a form says that it is not saved without the script for that, and asks for it again", async ({ page, open }) => {
  await enter(page, await open());
  await page.clock.install();
  await lose(page, "autosave");
  await openLetter(page);
  await page.getByLabel("Memory Title").fill("For your 30th");
  await expect(page.getByText("The draft couldn’t be saved right now. What you wrote is still here.")).toBeVisible();
  await page.unrouteAll();
  await page.clock.runFor(10_000);
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
});

test("a form that was changed elsewhere is not saved once the script for that loads", async ({
  page,
  context,
  open,
}) => {
  await enter(page, await open());
  await openLetter(page);
  await page.getByLabel("Memory Title").fill("For your 30th");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
  await ready(page);
  const other = await context.newPage();
  await lose(other, "autosave");
  await other.clock.install();
  await other.goto(page.url());
  await ready(other);
  await page.getByLabel("Memory Title").fill("For your 31st");
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
  await other.getByLabel("Memory Title").fill("For your 32nd");
  await expect(other.getByText("The draft couldn’t be saved right now.")).toBeVisible();
  await other.getByRole("button", { name: "Save draft" }).click();
  await expect(other.getByText("This memory was changed after you opened this form")).toBeVisible();
  await other.unrouteAll();
  let attempts = 0;
  other.on("request", (request) => {
    if (/autosave-|create\/draft/.test(request.url())) attempts += 1;
  });
  await other.clock.runFor(30_000);
  await page.goto(page.url());
  await ready(page);
  await expect(page.getByLabel("Memory Title")).toHaveValue("For your 31st");
  expect(attempts).toBe(0);
});

test("a form is saved once the script for that loads at the second attempt", async ({ page, open }) => {
  await enter(page, await open());
  await page.route("**/assets/autosave-*.js", (route) => route.abort(), { times: 1 });
  await openLetter(page);
  await page.getByLabel("Memory Title").fill("For your 30th");
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
});

test("a passkey can be asked for once its script loads again", async ({ page }) => {
  await page.goto("/auth?mode=login");
  await ready(page);
  await lose(page, "ask-for-passkey");
  const button = page.getByRole("button", { name: "Use a passkey" });
  await button.click();
  await expect(page.getByText("That didn’t work. Please check your connection and try again.")).toBeVisible();
  await page.unrouteAll();
  const asked = page.waitForRequest("**/auth/passkey/options");
  await button.click();
  await asked;
});

test("a recorder that doesn’t load is explained beside its button", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await lose(page, "recorder");
  await page.getByRole("button", { name: "Record your voice", exact: true }).click();
  await expect(page.getByText("The recorder didn’t load. To try again, reload this page.")).toBeVisible();
});

test("the day can be typed while the date picker doesn’t load", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  const picker = await holdRequests(page, "**/assets/date-popover-*.js");
  await page.getByRole("button", { name: "Choose date" }).click();
  await expect.poll(picker.held).toBe(1);
  await expect(page.locator("[name=deliveryDate]")).toBeFocused();
  picker.letGo();
});

test.describe("after an update of the server", () => {
  /** As if an earlier version had rendered the page. Marks it, which a reload would remove. */
  async function growOld(page: Page): Promise<void> {
    await ready(page);
    await page.evaluate(() => Object.assign(window.__remixManifest, { version: "earlier", isMarked: true }));
  }
  /** Also true while a new document has not run its scripts. */
  const isOld = (page: Page) => page.evaluate(() => "isMarked" in window.__remixManifest).catch(() => true);

  test("an earlier page that refreshes itself reloads", async ({ page, open }) => {
    await enter(page, await open());
    await page.goto("/dashboard");
    await growOld(page);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await expect.poll(() => isOld(page)).toBe(false);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test("a link on an earlier page opens the next one as a document", async ({ page, open }) => {
    await enter(page, await open());
    await page.goto("/dashboard");
    await growOld(page);
    await page.getByRole("banner").getByRole("link", { name: "Timeline" }).click();
    await expect(page).toHaveURL(/\/timeline$/);
    await expect.poll(() => isOld(page)).toBe(false);
  });

  test("a list on an earlier page goes on in a new one", async ({ page, open }) => {
    const account = await open();
    for (let number = 0; number < 21; number += 1) await sendLetter(account, { title: `Letter ${number}` });
    await enter(page, account);
    await page.goto("/timeline");
    await growOld(page);
    await page.getByRole("link", { name: "Show more" }).click();
    await expect(page).toHaveURL(/\/timeline\?/);
    await expect(
      page
        .getByRole("main")
        .getByRole("link", { name: /^Letter \d/ })
        .first(),
    ).toBeVisible();
    await expect.poll(() => isOld(page)).toBe(false);
  });

  test("a form of an earlier page is kept after a refusal, and can be sent again", async ({ page, open }) => {
    await enter(page, await open());
    await page.goto("/settings/profile");
    await growOld(page);
    await page.getByLabel("Full name").fill("Anna Maria");
    await spoilToken(page);
    await page.getByRole("button", { name: "Save profile" }).click();
    await expect(page.getByRole("alert")).toContainText("Nothing is lost: please send it again.");
    await expect(page.getByLabel("Full name")).toHaveValue("Anna Maria");
    expect(await isOld(page)).toBe(true);
    await page.getByRole("button", { name: "Save profile" }).click();
    await expect(page.locator(".toast")).toContainText("Profile updated");
  });
});
