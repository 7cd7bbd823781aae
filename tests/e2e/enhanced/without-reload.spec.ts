import { deliverLetter, letterFields, newPerson, sendLetter } from "../setup/accounts";
import { openBoard } from "../setup/boards";
import { query } from "../setup/db";
import {
  enter,
  expect,
  fillLetter,
  fillSignUp,
  follow,
  joinAs,
  openByCode,
  openLetter,
  type Page,
  ready,
  test,
} from "../setup/fixtures";
import { holdRequests } from "../setup/hold-requests";
import { isMarked, mark } from "../setup/reload-marker";

test("links and forms work without a reload", async ({ page, open }) => {
  const account = await open();
  const id = await sendLetter(account, { title: "The first" });
  await enter(page, account);
  await page.goto("/dashboard");
  await mark(page);
  await page.getByRole("article").getByRole("link", { name: "The first" }).click();
  await expect(page).toHaveURL(new RegExp(`/memories/${id}$`));
  await expect(page).toHaveTitle(/The first/);
  await page.getByRole("link", { name: "Edit Memory" }).click();
  await fillLetter(page, { title: "The second" });
  await page.getByRole("button", { name: "Update Memory" }).click();
  await expect(page.getByText("Memory Updated")).toBeVisible();
  await page.getByRole("link", { name: "Create Vault" }).first().click();
  await page.getByRole("link", { name: "A vault to send to someone" }).click();
  await fillLetter(page, letterFields());
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test("signing up works without a reload, and logging out leads to a page without React", async ({ page }) => {
  await page.goto("/auth?mode=login");
  await mark(page);
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await fillSignUp(page, newPerson());
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Account created successfully")).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await page.locator("summary").click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByText("Logged out")).toBeVisible();
  expect(await isMarked(page)).toBe(false);
  await expect(page.locator("script[src='/public.js']")).toHaveCount(1);
});

for (const [reducedMotion, isFaded] of [
  ["no-preference", true],
  ["reduce", false],
] as const) {
  test(`pages ${isFaded ? "fade" : "do not fade"} into each other with motion set to ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto("/auth?mode=login");
    await ready(page);
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        document.documentElement.dataset.faded = "";
        return start(update);
      };
    });
    await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
    await expect(page.getByRole("heading", { name: "Sign up" })).toBeVisible();
    expect(await page.evaluate(() => "faded" in document.documentElement.dataset)).toBe(isFaded);
  });
}

test("a link opened in a new tab is left to the browser", async ({ page, context }) => {
  await page.goto("/auth?mode=login");
  await mark(page);
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    page
      .getByRole("main")
      .getByRole("link", { name: "Sign up" })
      .click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await expect(opened.getByRole("heading", { name: "Sign up" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
});

test("a slow page shows that it is loading", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/dashboard");
  await mark(page);
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route("**/create?**_data=**", async (route) => {
    await allowed;
    await route.continue();
  });
  await page.getByRole("link", { name: "Create Vault" }).first().click();
  await expect(page.locator("html")).toHaveAttribute("data-busy");
  allow();
  await expect(page.getByRole("heading", { name: "Create a New Memory" })).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-busy");
});

test("back and forward restore the page and its scroll position", async ({ page, open }) => {
  const account = await open();
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await sendLetter(account, { title: `Letter ${number}` });
  await enter(page, account);
  await page.setViewportSize({ width: 800, height: 400 });
  await page.goto("/dashboard");
  await mark(page);
  const card = page.getByRole("article").getByRole("link", { name: "Letter 7" });
  await card.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  const from = await page.evaluate(() => window.scrollY);
  await card.click();
  await expect(page.getByRole("heading", { name: "Letter 7", level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(card).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(from);
  await page.goForward();
  await expect(page.getByRole("heading", { name: "Letter 7", level: 1 })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

/** The script that keeps unsent text is loaded once a field is used. */
const untilKept = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/fields-in-history")),
  );

test("what was typed and not sent is still there on the way back", async ({ page, open }) => {
  const account = await open();
  const { board } = await openBoard(account);
  await enter(page, account);
  await page.goto(`/memories/${board}`);
  await ready(page);
  await page.getByRole("link", { name: /^Invite guests/ }).click();
  const welcome = page.getByLabel("A word to your guests (optional)");
  await welcome.fill("Bring a photo of him.");
  // Chromium restores no field with autocomplete="off".
  const coHost = page.getByLabel("Their name");
  await coHost.fill("Mia Berger");
  await untilKept(page);
  await page.getByRole("main").getByRole("link", { name: "Back" }).click();
  await expect(page.getByRole("heading", { name: "Otto is eighty", level: 1 })).toBeVisible();
  await page.goBack();
  await ready(page);
  await expect(welcome).toHaveValue("Bring a photo of him.");
  await expect(coHost).toHaveValue("Mia Berger");
  // As WebKit does when it shows a page from its cache.
  const reset = (field: HTMLInputElement) => {
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    field.value = field.defaultValue;
  };
  // The script for it may still be loading.
  await expect(async () => {
    await coHost.evaluate(reset);
    await expect(coHost).toHaveValue("Mia Berger", { timeout: 1_000 });
  }).toPass();
});

test("what was chosen and not sent is still there on the way back", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/settings/legacy-contacts");
  await ready(page);
  const relationship = page.getByLabel("Relationship");
  await relationship.selectOption({ index: 1 });
  const chosen = await relationship.inputValue();
  await untilKept(page);
  await page.goto("/faq");
  await page.goBack();
  await ready(page);
  await expect(relationship).toHaveValue(chosen);
  // Chromium has restored it itself, which Firefox does not.
  const reset = (field: HTMLSelectElement) => {
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    field.selectedIndex = 0;
  };
  await expect(async () => {
    await relationship.evaluate(reset);
    await expect(relationship).toHaveValue(chosen, { timeout: 1_000 });
  }).toPass();
});

test("what was ticked and not sent is restored in its own entry of a list", async ({ page, open }) => {
  const { client, ...account } = await open();
  for (const name of ["Eva", "Otto"]) {
    await client.post("/settings/legacy-contacts", { name, email: newPerson().email, relationship: "friend" });
  }
  await enter(page, { client, ...account });
  await page.goto("/settings/legacy-contacts");
  await ready(page);
  const mayRead = (name: string) => page.getByRole("group", { name }).getByLabel("View vault content");
  await mayRead("Otto may").check();
  await untilKept(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("link", { name: "View Your Vaults" })).toBeAttached();
  const [eva] = await query("SELECT id FROM legacy_contacts WHERE owner_id = ? AND name = 'Eva'", [account.id]);
  await client.post(`/settings/legacy-contacts/${eva?.id}/remove`, {});
  await page.goBack();
  await ready(page);
  await expect(mayRead("Otto may")).toBeChecked();
  await expect(mayRead("they may")).not.toBeChecked();
});

test("what was typed on a page without React and not sent is still there on the way back", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/settings/plan/gift");
  // Chromium restores no field with autocomplete="off".
  const name = page.getByLabel("Their name");
  await name.fill("Mia Berger");
  await page.getByRole("main").getByRole("link", { name: "Plans" }).click();
  await expect(page.getByRole("heading", { name: "How many letters have you got in you?" })).toBeVisible();
  await page.goBack();
  await expect(name).toHaveValue("Mia Berger");
});

test("what was sent from a page without React is not kept, but what is typed after that", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/settings/plan/gift");
  const name = page.getByLabel("Their name");
  const isKept = () => page.evaluate(() => JSON.stringify(history.state?.typed ?? {}).includes("recipientName"));
  await name.fill("Mia");
  // The page stays, so its state can be read.
  await page.route("/settings/plan/gift", (route) => route.fulfill({ status: 204 }));
  const isLeft = page.waitForRequest("/settings/plan/gift");
  await page.getByRole("button", { name: "Go to checkout" }).click();
  await isLeft;
  expect(await isKept()).toBe(false);
  await page.unroute("/settings/plan/gift");
  await name.fill("Mia Berger");
  await page.getByRole("main").getByRole("link", { name: "Plans" }).click();
  await expect(page.getByRole("heading", { name: "How many letters have you got in you?" })).toBeVisible();
  await page.goBack();
  await expect(name).toHaveValue("Mia Berger");
});

test("a password that was typed and not sent is not kept for the way back", async ({ page }) => {
  await page.goto("/auth?mode=login");
  await ready(page);
  const [email, password] = [page.getByLabel("Email", { exact: true }), page.getByLabel("Password", { exact: true })];
  await email.fill("mia@example.org");
  await password.fill("Amber-1");
  await page.getByRole("contentinfo").getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL(/\/(\?home)?$/);
  await page.goBack();
  await ready(page);
  await expect(email).toHaveValue("mia@example.org");
  await expect(password).toHaveValue("");
});

test("what was typed and not sent is not left by Back without a confirmation", async ({ page, open }) => {
  const account = await open();
  const { board } = await openBoard(account);
  await enter(page, account);
  await page.goto(`/memories/${board}`);
  await ready(page);
  await page.getByRole("link", { name: /^Invite guests/ }).click();
  const welcome = page.getByLabel("A word to your guests (optional)");
  await welcome.fill("Bring a photo of him.");
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.message());
    await (asked.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  await page.evaluate(() => history.back());
  await expect
    .poll(() => asked)
    .toEqual(["Leave this page? Text, a recording or a file that isn’t saved yet would be lost."]);
  await expect(welcome).toHaveValue("Bring a photo of him.");
  await page.evaluate(() => history.back());
  await expect(page.getByRole("heading", { name: "Otto is eighty", level: 1 })).toBeVisible();
});

test("a reply cannot be changed while it is sent, and the next one can", async ({ page, open, mailbox }) => {
  const anna = await open();
  const letter = await deliverLetter(anna, mailbox, { recipientName: "Mia" });
  await openByCode(page, { link: letter.link, address: letter.recipientEmail }, mailbox);
  await follow(page, page.getByRole("link", { name: `Write to ${anna.name}` }));
  const words = page.getByLabel(`Your words to ${anna.name}`);
  await words.fill("I laughed.");
  const { held, letGo } = await holdRequests(page, /replies.*_data=/);
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect.poll(held).toBe(1);
  await expect(words).not.toBeEditable();
  letGo();
  await expect(page.getByText("Reply sent")).toBeVisible();
  await expect(words).toHaveValue("");
  await expect(words).toBeEditable();
});

test("a story cannot be changed while it is sent, but once it is refused", async ({ page, open }) => {
  const { client, id } = await open();
  const { board, link } = await openBoard({ client, id });
  await joinAs(page, link, "Tom");
  await follow(page, page.getByRole("link", { name: "Tell a story" }));
  await client.post(`/memories/${board}/invite`, { intent: "settings", isPaused: "on" });
  const story = page.getByLabel("Your story");
  await story.fill("You taught me to ride.");
  const sending = await holdRequests(page, ({ href }) => href.includes("guest_.add"));
  const reload = await holdRequests(page, ({ href }) => href.includes("_data=root"));
  await page.getByRole("button", { name: "Put it on the board" }).click();
  await expect.poll(sending.held).toBe(1);
  await expect(story).not.toBeEditable();
  sending.letGo();
  await expect(page.getByText("What you wrote is still here.")).toBeVisible();
  await expect(story).toBeEditable();
  expect(reload.held()).toBe(1);
  reload.letGo();
});

test("a page that was left by a form keeps no text and isn’t busy when shown again", async ({ page, open }) => {
  const account = await open();
  const { link } = await openBoard(account);
  await joinAs(page, link, "Tom");
  await page.getByRole("link", { name: "Tell a story" }).click();
  await ready(page);
  // Playwright switches off the browser's cache of pages, so the page stays, as if it came from there.
  await page.route(/\/guest\/[^/]+$/, (route) => route.fulfill({ status: 204 }));
  await page.getByLabel("Your story").fill("He sang at the station.");
  const isLeft = page.waitForRequest(/\/guest\/[^/]+$/);
  await page.getByRole("button", { name: "Put it on the board" }).click();
  await isLeft;
  expect(await page.evaluate(() => history.state.typed)).toBeUndefined();
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-busy");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(html).not.toHaveAttribute("data-busy");
  await page.unroute(/\/guest\/[^/]+$/);
  await page.getByRole("button", { name: "Put it on the board" }).click();
  await expect(page.getByText("He sang at the station.")).toHaveCount(1);
});

test("a board’s settings cannot be changed while they are saved", async ({ page, open }) => {
  const account = await open();
  const { board } = await openBoard(account);
  await enter(page, account);
  await page.goto(`/memories/${board}/invite`);
  await ready(page);
  const [pause, isOpen] = [page.getByLabel("Pause"), page.getByLabel(/^Guests see each other/)];
  await isOpen.check();
  const { held, letGo } = await holdRequests(page, /invite\?.*_data=/);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(held).toBe(1);
  await pause.click();
  await expect(pause).not.toBeChecked();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  letGo();
  await expect(page.locator(".toast-title")).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-busy");
  await expect(isOpen).toBeChecked();
  await pause.check();
});

for (const [way, button] of [
  ["it is scheduled", "Schedule Memory"],
  ["its delivery is rehearsed", "Show me exactly what they will get"],
  ["its type is changed", "Change Memory Type"],
] as const) {
  test(`a letter cannot be changed while ${way}`, async ({ page, open }) => {
    await enter(page, await open());
    await openLetter(page);
    await fillLetter(page, letterFields());
    const { held, letGo } = await holdRequests(page, /create\?.*_data=/);
    await page.getByRole("button", { name: button }).click();
    await expect.poll(held).toBe(1);
    await expect(page.getByLabel("Message", { exact: true })).not.toBeEditable();
    await expect(page.getByLabel("Recipient e-mail")).not.toBeEditable();
    await page.getByLabel("Include the letter in the email").click();
    await expect(page.getByLabel("Include the letter in the email")).not.toBeChecked();
    letGo();
    await expect(page).not.toHaveURL(/step=form/);
  });
}

test("the form for a co-host is empty again once one is invited", async ({ page, open }) => {
  const account = await open();
  const { board } = await openBoard(account);
  await enter(page, account);
  await page.goto(`/memories/${board}/invite`);
  await ready(page);
  await page.getByLabel("Their name").fill("Lena");
  await page.getByLabel("Their email").fill(newPerson("Lena Berger").email);
  await page.getByRole("button", { name: "Invite a co-host" }).click();
  await expect(page.getByRole("button", { name: "Remove Lena" })).toBeVisible();
  await expect(page.getByLabel("Their name")).toHaveValue("");
  await expect(page.getByLabel("Their email")).toHaveValue("");
});

test("a name cannot be changed while the profile is saved", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/settings/profile");
  await ready(page);
  const name = page.getByLabel("Full name");
  await name.fill("Nina");
  const { held, letGo } = await holdRequests(page, /settings.profile.*_data=/);
  const next = await holdRequests(page, ({ href }) => href.includes("_data=root"));
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect.poll(held).toBe(1);
  await expect(name).not.toBeEditable();
  letGo();
  await expect.poll(next.held).toBe(1);
  await expect(name).not.toBeEditable();
  next.letGo();
  await expect(page.locator(".toast-title")).toBeVisible();
  await expect(name).toBeEditable();
});

test("a page without script starts at its top", async ({ page, open }) => {
  const account = await open();
  await sendLetter(account);
  await enter(page, account);
  await page.setViewportSize({ width: 800, height: 400 });
  await page.goto("/dashboard");
  await ready(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("link", { name: "View Your Vaults" })).toBeAttached();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
