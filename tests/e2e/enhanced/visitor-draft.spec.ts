import { AxeBuilder } from "@axe-core/playwright";
import { jpeg } from "../../corpus/photos";
import { letterFields, sendLetter } from "../setup/accounts";
import { query } from "../setup/db";
import {
  type Account,
  enter,
  expect,
  fillLetter,
  fillSignUp,
  follow,
  openLetter,
  type Page,
  ready,
  test,
} from "../setup/fixtures";
import { holdRequests } from "../setup/hold-requests";

const FORM = "/create?type=send-to-someone&step=form";
const WORDS = "Create a free account now to save and deliver your vault!";

const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "null"), key);
const memories = (page: Page) => stored(page, "amberkeep-memories");

/** Submits as a visitor, who is then asked to create an account. */
async function submitLetter(page: Page, letter: ReturnType<typeof letterFields>): Promise<void> {
  await openLetter(page);
  await fillLetter(page, letter);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByRole("heading", { name: WORDS })).toBeVisible();
  await expect.poll(() => stored(page, "pendingMemories")).not.toBeNull();
}

test.use({ expected: /ERR_FAILED/ });

const DRAFTS = "**/create/draft*";

/**
 * Returns the last draft whose refusal has arrived. A request that fails, or is cut off, would be sent again on
 * leaving, past the route.
 */
async function refuseDrafts(page: Page): Promise<() => string> {
  let refused = "";
  await page.route(DRAFTS, (route) => route.fulfill({ json: { ok: false } }));
  page.on("requestfinished", (request) => {
    if (request.url().includes("/create/draft")) refused = request.postData() ?? "";
  });
  return () => refused;
}

test("a visitor's draft is saved in the browser and restored after a reload", async ({ page }) => {
  const letter = letterFields();
  await openLetter(page);
  await fillLetter(page, letter);
  await expect
    .poll(() => memories(page))
    .toMatchObject([
      {
        id: expect.stringMatching(/^mem-\d{13}-\w+$/),
        title: letter.title,
        type: "letter",
        recipientEmail: letter.recipientEmail,
        message: letter.message,
        deliveryDate: letter.date,
        delivered: false,
      },
    ]);
  await page.reload();
  await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(letter.message);
});

test("a draft that is discarded before the page's scripts have arrived is gone from the browser, too", async ({
  page,
}) => {
  for (const title of ["Kept", "Discarded"]) {
    await page.goto(`${FORM}&fresh=true`);
    await ready(page);
    await fillLetter(page, { title });
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByText("As you left it")).toBeVisible();
  }
  const href = await page.getByRole("link", { name: "discard this draft" }).getAttribute("href");
  const titles = async () => ((await memories(page)) as { title: string }[]).map(({ title }) => title);
  expect(await titles()).toEqual(["Kept", "Discarded"]);
  const formIds = ((await memories(page)) as { formId: string }[]).map(({ formId }) => formId);
  await page.evaluate(keepFilesOf, formIds);
  expect(await page.evaluate(keepFilesOf, [])).toEqual(formIds);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(href ?? "");
  await page.getByRole("button", { name: "Discard this draft" }).click();
  await expect(page.locator(".toast-title").filter({ hasText: "Draft discarded" })).toBeVisible();
  expect(await titles()).toEqual(["Kept"]);
  expect(await page.evaluate(keepFilesOf, [])).toEqual(formIds.slice(0, 1));
});

/** Adds a file for each form to those that wait in the browser. Returns the forms of all of them. */
function keepFilesOf(formIds: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("amberkeep", 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const store = opening.result.transaction("files", "readwrite").objectStore("files");
      for (const formId of formIds) store.add({ formId, kind: "photo", content: new File(["x"], "x.jpg") });
      store.getAll().onsuccess = ({ target }) => {
        const { result } = target as IDBRequest<{ formId: string }[]>;
        resolve(result.map(({ formId }) => formId));
        opening.result.close();
      };
    };
  });
}

test("a draft is restored without the server's copy and without cookies", async ({ page }) => {
  const letter = letterFields();
  const refused = await refuseDrafts(page);
  await openLetter(page);
  await fillLetter(page, letter);
  await expect.poll(refused).toContain(letter.date);
  expect(await memories(page)).toMatchObject([{ deliveryDate: letter.date }]);
  // First, so that the server refuses what an input since then would send on leaving.
  await page.context().clearCookies();
  await page.goto("about:blank");
  await page.unroute(DRAFTS);
  await page.goto(FORM);
  await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
  const [memory] = await memories(page);
  expect(await query("SELECT form_id FROM visitor_drafts WHERE form_id = ?", [memory.formId])).toHaveLength(1);
});

test("typing on while the first save is on its way makes one draft", async ({ page, devTools }) => {
  await openLetter(page);
  const formId = await page.locator("#vault [name=formId]").inputValue();
  const drafts = () => query("SELECT form_id FROM visitor_drafts WHERE form_id = ?", [formId]);
  await devTools.send("Network.enable");
  const slow = { offline: false, latency: 4_000, downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send("Network.emulateNetworkConditions", slow);
  await page.getByLabel("Memory Title").fill("For Mia");
  await expect.poll(drafts).toHaveLength(1);
  const next = page.waitForRequest("**/create/draft*");
  await page.getByLabel("Message", { exact: true }).fill("Dear Mia");
  await (await next).response();
  expect(await drafts()).toHaveLength(1);
});

test("the invite link of a board is restored with its form", async ({ page }) => {
  const BOARD = "/create?type=memory-board&step=form";
  const refused = await refuseDrafts(page);
  await page.goto(BOARD);
  await ready(page);
  const link = await page.getByLabel("Invite link").inputValue();
  await fillLetter(page, { title: "Otto is eighty" });
  await expect.poll(refused).toContain("Otto");
  expect(await memories(page)).toMatchObject([{ title: "Otto is eighty", inviteLink: link }]);
  // First, so that the server refuses what an input since then would send on leaving.
  await page.context().clearCookies();
  await page.goto("about:blank");
  await page.unroute(DRAFTS);
  await page.goto(BOARD);
  await expect(page.getByLabel("Memory Title")).toHaveValue("Otto is eighty");
  await expect(page.getByLabel("Invite link")).toHaveValue(link);
});

test("an interrupted upload resumes when the page is opened again", async ({ page }) => {
  await page.route("**/uploads/*/content", (route) => route.abort());
  await openLetter(page);
  await fillLetter(page, letterFields());
  const content = await jpeg(900, 600);
  await page
    .getByLabel("Photo", { exact: false })
    .first()
    .setInputFiles({ name: "mia.jpg", mimeType: "image/jpeg", buffer: content });
  await expect(page.getByText("mia.jpg").first()).toBeVisible();
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const open = indexedDB.open("amberkeep", 1);
        await new Promise((resolve) => (open.onsuccess = resolve));
        const all = open.result.transaction("files").objectStore("files").getAll();
        await new Promise((resolve) => (all.onsuccess = resolve));
        open.result.close();
        return all.result.map(({ content }: { content: File }) => content.name);
      }),
    )
    .toEqual(["mia.jpg"]);
  await page.unroute("**/uploads/*/content");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  const [memory] = await memories(page);
  await expect
    .poll(async () =>
      (await query("SELECT state FROM uploads WHERE form_id = ?", [memory.formId])).map((row) => row.state),
    )
    .toEqual(["ready"]);
  await expect(page.locator(".file")).toHaveCount(1);
});

test("a submitted letter waits in pendingMemories until it is saved", async ({ page, person }) => {
  const letter = letterFields();
  await openLetter(page);
  await fillLetter(page, letter);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByRole("heading", { name: WORDS })).toBeVisible();
  await expect.poll(() => stored(page, "pendingMemories")).toMatchObject([{ title: letter.title }]);
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { name: "Sign up" })).toBeVisible();
  await page.reload();
  await ready(page);
  await expect.poll(() => stored(page, "pendingMemories")).toBeNull();
  expect(await memories(page)).toMatchObject([{ title: letter.title, isSubmitted: true }]);
  await fillSignUp(page, person);
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  await expect.poll(() => memories(page)).toBeNull();
  await page.goto("/dashboard");
  await expect(page.getByRole("article").filter({ hasText: letter.title })).toHaveCount(1);
});

test("a submitted letter that is saved as a draft afterwards stays one on signing in", async ({ page, open }) => {
  const account = await open();
  const letter = letterFields();
  await submitLetter(page, letter);
  await follow(page, page.getByRole("main").getByRole("link", { name: "Back" }));
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
  expect(await memories(page)).toMatchObject([{ title: letter.title, isSubmitted: false }]);
  await page.context().clearCookies();
  await enter(page, account);
  await page.goto("/dashboard");
  await expect.poll(() => memories(page)).toBeNull();
  const rows = await query("SELECT state FROM memories WHERE user_id = ?", [account.id]);
  expect(rows.map(({ state }) => state)).toEqual(["draft"]);
});

test("a submitted letter that is saved as a draft of another type stays one on signing in", async ({ page, open }) => {
  const account = await open();
  const letter = letterFields();
  await submitLetter(page, letter);
  await follow(page, page.getByRole("link", { name: "Back", exact: true }));
  await page.getByRole("button", { name: "Change Memory Type" }).click();
  await follow(page, page.getByRole("button", { name: "Future Self" }));
  await page.getByLabel("Memory Title").fill(`${letter.title}, to me`);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
  expect(await memories(page)).toMatchObject([{ type: "future-self", isSubmitted: false }]);
  await page.context().clearCookies();
  await enter(page, account);
  await page.goto("/dashboard");
  await expect.poll(() => memories(page)).toBeNull();
  const rows = await query("SELECT state, type FROM memories WHERE user_id = ?", [account.id]);
  expect(rows).toEqual([{ state: "draft", type: "future-self" }]);
});

test("a draft that only the browser has is saved once on signing in, also with two windows", async ({ page, open }) => {
  const account = await open();
  const letter = letterFields();
  await submitLetter(page, letter);
  await page.context().clearCookies();
  await enter(page, account);
  const second = await page.context().newPage();
  await Promise.all([page.goto("/dashboard"), second.goto("/dashboard")]);
  await expect
    .poll(async () =>
      (await query("SELECT state FROM memories WHERE user_id = ?", [account.id])).map((row) => row.state),
    )
    .toEqual(["scheduled"]);
  await expect(async () => expect(await memories(page)).toBeNull()).toPass();
});

test("a draft is handed over once, also if another page is opened meanwhile", async ({ page, open }) => {
  await submitLetter(page, letterFields());
  await page.context().clearCookies();
  await enter(page, await open());
  const { held, letGo } = await holdRequests(page, "**/create/hand-over*");
  await page.goto("/dashboard");
  await ready(page);
  await expect.poll(held).toBe(1);
  await follow(page, page.getByRole("banner").getByRole("link", { name: "Timeline" }));
  await page.getByLabel("Search").fill("plum");
  await follow(page, page.getByRole("main").getByRole("button", { name: "Search" }));
  letGo();
  await expect.poll(() => memories(page)).toBeNull();
  expect(held()).toBe(1);
  await expect(page).toHaveURL(/\/timeline\?search=plum/);
});

test.describe("with a full plan, and a copy of the letter in the browser that looks newer", () => {
  async function writeAndLogIn(page: Page, account: Account) {
    await sendLetter(account);
    await openLetter(page);
    await fillLetter(page, letterFields());
    await page.getByRole("button", { name: "Schedule Memory" }).click();
    await expect(page.getByRole("heading", { name: WORDS })).toBeVisible();
    await page.evaluate(() => {
      const [memory] = JSON.parse(localStorage.getItem("amberkeep-memories") ?? "[]");
      localStorage.setItem("amberkeep-memories", JSON.stringify([{ ...memory, savedAt: "2100-01-01T00:00:00.000Z" }]));
    });
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await ready(page);
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("heading", { name: "Vault Limit Reached" })).toBeVisible();
  }

  test("the limit page is not loaded again", async ({ page, open }) => {
    let loaded = 0;
    page.on("domcontentloaded", () => (loaded += page.url().includes("/create/limit") ? 1 : 0));
    await writeAndLogIn(page, await open({ vaultLimit: 1 }));
    await expect.poll(() => memories(page)).toBeNull();
    await page.getByRole("button", { name: "Maybe Later" }).click();
    await expect(page.getByText("Need more vaults?")).toBeVisible();
    expect(loaded, "as a document").toBe(0);
  });

  test("a slow hand-over does not lead away from the page that was opened meanwhile", async ({ page, open }) => {
    const answers: (() => void)[] = [];
    await page.route("**/create/hand-over*", async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.continue();
    });
    await writeAndLogIn(page, await open({ vaultLimit: 1 }));
    await page.getByRole("button", { name: "Maybe Later" }).click();
    await expect(page.getByText("Need more vaults?")).toBeVisible();
    for (const answer of answers) answer();
    await expect.poll(() => memories(page)).toBeNull();
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
    await expect(page).toHaveURL(/\/create\?edit=true/);
  });
});

test("logging out leaves nothing of a visitor's draft to the next person", async ({ page, open }) => {
  await openLetter(page);
  await fillLetter(page, letterFields());
  await expect.poll(async () => (await memories(page))?.length).toBe(1);
  await page.route("**/create/hand-over*", (route) => route.abort());
  await enter(page, await open());
  await page.goto("/logout");
  await ready(page);
  expect(await memories(page)).toHaveLength(1);
  await page.getByRole("main").getByRole("button", { name: "Log out" }).click();
  await expect(page.getByText("Logged out")).toBeVisible();
  await expect.poll(() => memories(page)).toBeNull();
  await page.goto(FORM);
  await expect(page.getByLabel("Memory Title")).toHaveValue("");
});

test.describe("the prompt to sign up", () => {
  test.use({ isPrompted: true });

  test("appears once, after 90 seconds in which nothing was written", async ({ page }) => {
    await page.clock.install();
    await page.goto("/create");
    await ready(page);
    await page.clock.fastForward(60_000);
    await expect(page.getByText(WORDS)).toHaveCount(0);
    await page.clock.fastForward(31_000);
    await expect(page.getByText(WORDS)).toBeVisible();
    await expect(page.getByRole("status").getByRole("link", { name: "Sign up" })).toHaveAttribute(
      "href",
      "/sign-up?redirectTo=%2Fcreate",
    );
    await page.getByRole("button", { name: "Maybe Later" }).click();
    await expect(page.getByText(WORDS)).toHaveCount(0);
    await page.reload();
    await ready(page);
    await page.clock.fastForward(120_000);
    await expect(page.getByText(WORDS)).toHaveCount(0);
  });

  test("appears on pages without React as well, and once in a visit", async ({ page }) => {
    await page.clock.install();
    await page.goto("/about");
    await page.clock.fastForward(91_000);
    const prompt = page.getByRole("status").getByText(WORDS);
    await expect(prompt).toBeVisible();
    await page.goto("/faq");
    await page.clock.fastForward(120_000);
    await expect(prompt).toHaveCount(0);
  });

  test("stays away from the form of a vault, and comes on the next page", async ({ page }) => {
    await page.clock.install();
    await openLetter(page);
    await page.clock.fastForward(120_000);
    await expect(page.getByText(WORDS)).toHaveCount(0);
    await page.goto("/about");
    await page.clock.fastForward(1_000);
    await expect(page.getByText(WORDS)).toBeVisible();
  });

  test("does not appear when something was written", async ({ page }) => {
    await page.clock.install();
    await openLetter(page);
    await page.getByLabel("Memory Title").fill("For Mia");
    await page.clock.fastForward(2_000);
    await expect.poll(() => memories(page)).toMatchObject([{ title: "For Mia" }]);
    await page.clock.fastForward(120_000);
    await expect(page.getByText(WORDS)).toHaveCount(0);
  });

  test("is added to a live region that is there before it, so that it is announced", async ({ page }) => {
    await page.addInitScript(() => {
      sessionStorage.setItem("amberkeep-visit", "1");
      sessionStorage.removeItem("amberkeep-asked");
      const watcher = new MutationObserver((changes) => {
        const added = changes
          .flatMap(({ addedNodes }) => [...addedNodes])
          .filter((node) => node instanceof HTMLElement);
        const region = added.find((element) => element.matches(".live-toast"));
        if (region) document.documentElement.dataset.region = region.innerHTML;
      });
      watcher.observe(document, { childList: true, subtree: true });
    });
    // The first is without React.
    for (const path of ["/about", "/activity"]) {
      await page.goto(path);
      await expect(page.getByRole("status").getByText(WORDS)).toBeVisible();
      await expect(page.locator("html"), path).toHaveAttribute("data-region", "");
    }
  });

  test("is accessible and covers no control in use", async ({ page }) => {
    await page.addInitScript(() => {
      sessionStorage.setItem("amberkeep-visit", "1");
      sessionStorage.removeItem("amberkeep-asked");
    });
    for (const [colorScheme, width] of [
      ["light", 390],
      ["dark", 1280],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.goto("/create");
      await expect(page.getByText(WORDS)).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).include(".guest-prompt").analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
      await expect(page.getByRole("link", { name: "A vault to send to someone" })).toBeInViewport();
    }
  });
});
