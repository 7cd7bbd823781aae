import { letterFields, sendLetter } from "../setup/accounts";
import { query } from "../setup/db";
import { enter, expect, fillLetter, follow, openLetter, ready, test } from "../setup/fixtures";
import { holdRequests } from "../setup/hold-requests";

const FORM = "/create?type=future-self&step=form";

test("a form is saved automatically and restored after a reload", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await page.goto(FORM);
  await ready(page);
  await page.getByLabel("Memory Title").fill("Unfinished");
  await page.getByLabel("Message", { exact: true }).pressSequentially("Dear me");
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
  await expect(page).toHaveURL(/edit=true&id=/);
  await page.reload();
  await expect(page.getByLabel("Memory Title")).toHaveValue("Unfinished");
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Dear me");
  await ready(page);
  await page.getByLabel("Message", { exact: true }).pressSequentially(", and");
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
  expect(await query("SELECT state, type FROM memories WHERE user_id = ?", [account.id])).toEqual([
    { state: "draft", type: "future-self" },
  ]);
});

test("leaving before the autosave loses nothing, also of a long letter", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await page.goto(FORM);
  await ready(page);
  // Browsers refuse to send more than 64 kB once the page is gone.
  await page.getByLabel("Message", { exact: true }).fill("Dear me. ".repeat(8_000));
  await page.getByLabel("Memory Title").fill("On the way out");
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
  await expect
    .poll(async () => (await query("SELECT state FROM memories WHERE user_id = ?", [account.id])).length)
    .toBe(1);
  await page.reload();
  await expect(page.getByRole("article")).toContainText("On the way out");
});

test("logging out before the autosave loses nothing", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await page.goto(FORM);
  await ready(page);
  let draft: Promise<unknown> | undefined;
  page.on("request", (request) => {
    if (request.url().includes("/create/draft?")) draft = request.response();
  });
  await page.route(/\/logout/, async (route) => {
    await draft;
    await route.continue();
  });
  await page.getByRole("banner").locator("summary").click();
  const script = page.waitForResponse("**/assets/autosave-*.js");
  await page.getByLabel("Memory Title").fill("On the way out");
  await (await script).finished();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByText("Logged out")).toBeVisible();
  await expect
    .poll(async () => (await query("SELECT state FROM memories WHERE user_id = ?", [account.id])).length)
    .toBe(1);
});

test("the answer of an autosave does not change the address of the page before", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/dashboard");
  await ready(page);
  await follow(page, page.getByRole("banner").getByRole("link", { name: "Create" }));
  await follow(page, page.getByRole("main").getByRole("link", { name: "Send to Someone" }));
  const draft = await holdRequests(page, "**/create/draft?*");
  const before = await holdRequests(page, /\/create\?.*_data=/);
  await page.getByLabel("Memory Title").fill("Begun");
  await expect.poll(draft.held).toBe(1);
  await page.evaluate(() => history.back());
  await expect.poll(before.held).not.toBe(0);
  draft.letGo();
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
  before.letGo();
  await expect(page.getByRole("main").getByRole("link", { name: "Send to Someone" })).toBeVisible();
  await expect(page).toHaveURL(/\/create$/);
});

for (const refusedBy of ["the page", "the server"]) {
  test(`a form that is refused by ${refusedBy} is saved when it is left`, async ({ page, open }) => {
    const account = await open();
    const letter = letterFields();
    if (refusedBy === "the server") await sendLetter(account, letter);
    await enter(page, account);
    await openLetter(page);
    let isStalled = true;
    await page.route("**/create/draft?*", (route) => (isStalled ? undefined : route.continue()));
    await fillLetter(page, refusedBy === "the server" ? letter : { title: letter.title });
    await page.getByRole("button", { name: "Schedule Memory" }).click();
    await expect(page.locator(".notice-error, [aria-invalid=true]").first()).toBeVisible();
    isStalled = false;
    await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
    const drafts = "SELECT id FROM memories WHERE user_id = ? AND state = 'draft'";
    await expect.poll(async () => (await query(drafts, [account.id])).length).toBe(1);
  });
}

test("an autosaved form that is then scheduled is one vault", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await openLetter(page);
  await fillLetter(page, letterFields());
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await page.getByLabel("Memory Title").pressSequentially("!");
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  await ready(page);
  expect(await query("SELECT state FROM memories WHERE user_id = ?", [account.id])).toEqual([{ state: "scheduled" }]);
  expect(sent.slice(sent.indexOf("/create")), "no draft after the form").toEqual(["/create"]);
});

for (const type of ["send-to-someone", "memory-board", "future-self"]) {
  test(`a form is scheduled while the answer of its autosave is on the way (${type})`, async ({ page, open }) => {
    const account = await open();
    await enter(page, account);
    const saved: string[] = [];
    await page.route("**/create/draft?*", async (route) => {
      await route.fetch();
      saved.push(route.request().postData() ?? "");
    });
    await page.goto(`/create?type=${type}&step=form`);
    await ready(page);
    const { title, recipientName, recipientEmail, message, date } = letterFields();
    if (type === "send-to-someone") {
      await page.getByLabel("Recipient name").fill(recipientName);
      await page.getByLabel("Recipient e-mail").fill(recipientEmail);
    }
    await page.getByLabel("Message", { exact: true }).fill(message);
    await page.getByLabel("Memory Title").fill(title);
    await page.getByLabel("Delivery date").fill(date);
    // The date is filled in last, so nothing is left to save.
    await expect.poll(() => saved.at(-1)).toContain(date);
    const before = saved.length;
    await page.getByRole("button", { name: "Schedule Memory" }).click();
    await expect(page.getByText("Memory Created")).toBeVisible();
    expect(await query("SELECT state FROM memories WHERE user_id = ?", [account.id])).toEqual([{ state: "scheduled" }]);
    expect(saved).toHaveLength(before);
  });
}

test("what is typed while a recipient is added to a board stays", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/create?type=memory-board&step=form");
  await ready(page);
  await page.getByLabel("Memory Title").fill("Begun");
  await page.getByLabel("Name 1").fill("Oma");
  await page.getByLabel("E-mail 1").fill("oma@example.org");
  const { held, letGo } = await holdRequests(page, /\/create\?.*_data=/);
  await page.getByRole("button", { name: "Add recipient" }).click();
  await expect.poll(held).toBe(1);
  await page.getByLabel("Memory Title").fill("Changed");
  await page.getByLabel("Name 1").fill("Oma Lina");
  letGo();
  await expect(page.getByLabel("Name 2")).toBeFocused();
  await expect(page.getByLabel("Name 1")).toHaveValue("Oma Lina");
  await expect(page.getByLabel("E-mail 1")).toHaveValue("oma@example.org");
  await expect(page.getByLabel("Memory Title")).toHaveValue("Changed");
});

test("what is ticked while a recipient is added to a board stays", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/create?type=memory-board&step=form");
  await ready(page);
  await page.getByText("How guests take part").click();
  const [isOpen, needsApproval] = [page.getByLabel(/^Guests see each other/), page.getByLabel(/^I look at each/)];
  await isOpen.check();
  await page.getByLabel("Name 1").fill("Oma");
  await page.getByLabel("E-mail 1").fill("oma@example.org");
  const { held, letGo } = await holdRequests(page, /\/create\?.*_data=/);
  await page.getByRole("button", { name: "Add recipient" }).click();
  await expect.poll(held).toBe(1);
  await isOpen.uncheck();
  await needsApproval.check();
  letGo();
  await expect(page.getByLabel("Name 2")).toBeFocused();
  await expect(isOpen).not.toBeChecked();
  await expect(needsApproval).toBeChecked();
});

test("what is typed while a draft is saved stays, also after its type was changed", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await page.getByLabel("Memory Title").fill("Begun");
  await page.getByRole("button", { name: "Change Memory Type" }).click();
  await page.waitForURL(/type=letter/);
  await follow(page, page.getByRole("main").getByRole("button", { name: "Future Self" }));
  const { held, letGo } = await holdRequests(page, /\/create\?.*_data=/);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect.poll(held).toBe(1);
  await page.getByLabel("Message", { exact: true }).fill("Dear me");
  letGo();
  await expect(page.getByText("Draft saved")).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Dear me");
});

test("what is typed while a board is saved stays, also when it has its first recipient", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/create?type=memory-board&step=form");
  await ready(page);
  await page.getByLabel("Memory Title").fill("Begun");
  await page.getByLabel("Name 1").fill("Oma");
  await page.getByLabel("E-mail 1").fill("oma@example.org");
  const { held, letGo } = await holdRequests(page, /\/create\?.*_data=/);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect.poll(held).toBe(1);
  await page.getByLabel("Message", { exact: true }).fill("Dear Oma");
  letGo();
  await expect(page.getByText("Draft saved")).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Dear Oma");
});

test("a form knows its autosave that overtakes the answer to “Save draft”", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto(FORM);
  await ready(page);
  const loaded = Promise.withResolvers<void>();
  const autosaved = page.waitForResponse("**/create/draft?*");
  await page.route(/\/create\?edit.*_data=routes/, async (route) => {
    const response = await route.fetch();
    loaded.resolve();
    await autosaved;
    await route.fulfill({ response });
  });
  await page.getByLabel("Memory Title").fill("Begun");
  await page.getByRole("button", { name: "Save draft" }).click();
  await loaded.promise;
  await page.getByLabel("Message", { exact: true }).fill("Dear me");
  await expect(page.getByText("Draft saved", { exact: true })).toBeVisible();
  const next = page.waitForResponse("**/create/draft?*");
  await page.getByLabel("Message", { exact: true }).fill("Dear me, and more");
  expect((await next).status()).toBe(200);
});

test("a board knows its autosaves from while a recipient was added", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/create?type=memory-board&step=form");
  await ready(page);
  await page.getByLabel("Name 1").fill("Oma");
  await page.getByLabel("E-mail 1").fill("oma@example.org");
  const { held, letGo } = await holdRequests(page, /\/create\?.*_data=/);
  await page.getByRole("button", { name: "Add recipient" }).click();
  await expect.poll(held).toBe(1);
  const saveWith = async (label: string, value: string) => {
    const saved = page.waitForResponse("**/create/draft?*");
    await page.getByLabel(label).fill(value);
    return (await saved).status();
  };
  expect(await saveWith("Memory Title", "Begun")).toBe(200);
  expect(await saveWith("Memory Title", "Changed")).toBe(200);
  letGo();
  await expect(page.getByLabel("Name 2")).toBeFocused();
  expect(await saveWith("Name 2", "Opa")).toBe(200);
});
