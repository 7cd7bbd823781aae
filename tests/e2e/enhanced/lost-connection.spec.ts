import type { Route } from "playwright/test";
import { jpeg } from "../../corpus/photos";
import { deliverLetter, letterFields, newPerson } from "../setup/accounts";
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
import { spoilToken } from "../setup/spoil-token";

test.use({ isIsolated: true, expected: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|403|50[23]/ });

const UNSENT = "We couldn’t save this. What you wrote is still here: please check your connection and try again.";

/** Until it is called again, each request fails in this way. */
const FAILURES: Record<string, (page: Page) => Promise<() => Promise<void>>> = {
  "without a connection": async (page) => {
    await page.context().setOffline(true);
    return () => page.context().setOffline(false);
  },
  "while the server restarts": async (page) => {
    await page.route(/.*/, (route) =>
      ["fetch", "xhr"].includes(route.request().resourceType())
        ? route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" })
        : route.continue(),
    );
    return () => page.unroute(/.*/);
  },
};

test("a memory whose answer never comes stays in its form, and is scheduled once", async ({ page, open }) => {
  const account = await open();
  const letter = letterFields();
  await enter(page, account);
  await page.clock.install();
  await openLetter(page);
  await fillLetter(page, letter);
  const arrived = Promise.withResolvers<void>();
  await page.route(/\/create\?/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch({ maxRedirects: 0 });
    arrived.resolve();
  });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await arrived.promise;
  await page.clock.fastForward(30_000);
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.clock.fastForward(31_000);
  await expect(page.locator(".toast")).toContainText("Failed to Save Memory");
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(letter.message);
  await page.unroute(/\/create\?/);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  expect(await query("SELECT state FROM memories WHERE user_id = ?", [account.id])).toEqual([{ state: "scheduled" }]);
});

test("a memory that fails on our side stays in its form, though nothing can be loaded again", async ({
  page,
  open,
}) => {
  const account = await open();
  await enter(page, account);
  await openLetter(page);
  await query(`CREATE TRIGGER refuse_${account.id} BEFORE INSERT ON memories FOR EACH ROW
    IF NEW.user_id = '${account.id}' THEN SIGNAL SQLSTATE '45000'; END IF`);
  const letter = letterFields();
  await fillLetter(page, letter);
  await page.route(/_data=/, (route) =>
    route.request().method() === "GET" ? route.fulfill({ status: 502, body: "" }) : route.continue(),
  );
  const answered = page.waitForResponse((response) => /_data=/.test(response.url()));
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  expect((await answered).status()).toBe(503);
  await expect(page.locator(".toast")).toContainText("Failed to Save Memory");
  await query(`DROP TRIGGER refuse_${account.id}`);
  await page.unroute(/_data=/);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(letter.message);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
});

test("a form that was refused stays, though nothing can be loaded again", async ({ page, open }) => {
  const { email } = await open();
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("Wrong-words-1");
  await page.route(/_data=/, (route) =>
    route.request().method() === "GET" ? route.fulfill({ status: 502, body: "" }) : route.continue(),
  );
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
});

test("a form whose token was refused stays, though nothing can be loaded again", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/settings/profile");
  await ready(page);
  const name = page.getByLabel("Full name");
  await name.fill("Anna Maria");
  await page.route(/_data=/, (route) => (route.request().method() === "GET" ? route.abort() : route.continue()));
  await spoilToken(page);
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Nothing is lost: please send it again.");
  await expect(name).toHaveValue("Anna Maria");
  await page.unroute(/_data=/);
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.locator(".toast")).toContainText("Profile updated");
});

for (const [how, lose] of Object.entries<(route: Route) => Promise<void>>({
  "that does not load": (route) => route.abort(),
  "that the server fails to send": (route) => route.fulfill({ status: 502, body: "" }),
})) {
  test(`a form that was saved is followed by the next page, instead of its data ${how}`, async ({ page, open }) => {
    await enter(page, await open());
    await page.goto("/settings/profile");
    await ready(page);
    await page.getByLabel("Full name").fill("Anna Maria");
    await page.route(/_data=/, (route) => (route.request().method() === "GET" ? lose(route) : route.continue()));
    await page.getByRole("button", { name: "Save profile" }).click();
    await expect(page.locator(".toast")).toContainText("Profile updated");
    await expect(page.getByLabel("Full name")).toHaveValue("Anna Maria");
  });
}

test("a memory whose files are copied may take its time", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await openLetter(page);
  await fillLetter(page, letterFields());
  const photo = { name: "sea.jpg", mimeType: "image/jpeg", buffer: await jpeg(300, 200) };
  await page.getByLabel("Photo", { exact: true }).setInputFiles(photo);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  const [vault] = await query("SELECT id, type FROM memories WHERE user_id = ?", [account.id]);

  await page.clock.install();
  await page.goto(`/create?type=${vault?.type}&step=form&duplicateFrom=${vault?.id}`);
  await ready(page);
  await fillLetter(page, { ...letterFields(), title: "Once more" });
  await expect(page.getByLabel("Send it again sea.jpg")).toBeChecked();
  const [sent, copied] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/create\?/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    sent.resolve();
    await copied.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await sent.promise;
  await page.clock.fastForward(61_000);
  copied.resolve();
  await expect(page.getByText("Memory Created")).toBeVisible();
});

for (const [when, fail] of Object.entries(FAILURES)) {
  test(`a memory that is sent ${when} stays in its form, and can be sent again`, async ({ page, open }) => {
    const account = await open();
    const letter = letterFields();
    await enter(page, account);
    await openLetter(page);
    await fillLetter(page, letter);
    await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
    const recover = await fail(page);
    await page.getByRole("button", { name: "Schedule Memory" }).click();
    await expect(page.locator(".toast")).toContainText("Failed to Save Memory");
    await expect(page.locator(".toast")).toContainText(
      "Unable to save memory. Please check your connection and try again.",
    );
    await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue(letter.message);
    await page.locator(".toast-dismiss").click();
    await expect(page.locator(".toast")).toBeHidden();
    await page.getByRole("button", { name: "Schedule Memory" }).click();
    await expect(page.locator(".toast")).toBeVisible();
    await recover();
    await page.getByRole("button", { name: "Schedule Memory" }).click();
    await expect(page.getByText("Memory Created")).toBeVisible();
    expect(await query("SELECT state FROM memories WHERE user_id = ?", [account.id])).toEqual([{ state: "scheduled" }]);
  });

  test(`a draft that is scheduled ${when} was not saved, and a change not updated`, async ({ page, open }) => {
    const account = await open();
    await enter(page, account);
    await openLetter(page);
    await fillLetter(page, letterFields());
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page).toHaveURL(/edit=true/);
    await ready(page);
    const recover = await fail(page);
    await page.getByRole("button", { name: "Schedule Memory" }).click();
    await expect(page.locator(".toast")).toContainText("Failed to Save Memory");
    await recover();
    await page.getByRole("button", { name: "Schedule Memory" }).click();
    await expect(page.getByText("Memory Created")).toBeVisible();
    const [vault] = await query("SELECT id FROM memories WHERE user_id = ?", [account.id]);
    await page.goto(`/create?edit=true&id=${vault?.id}`);
    await ready(page);
    await fail(page);
    await page.getByRole("button", { name: "Update Memory" }).click();
    await expect(page.locator(".toast")).toContainText("Failed to Update Memory");
  });

  test(`a form stays when its type is changed ${when}`, async ({ page, open }) => {
    await enter(page, await open());
    await openLetter(page);
    await page.getByLabel("Memory Title").fill("For your 30th");
    const recover = await fail(page);
    await page.getByRole("button", { name: "Change Memory Type" }).click();
    await expect(page.locator(".toast")).toContainText("Failed to Save Memory");
    await expect(page.getByLabel("Memory Title")).toHaveValue("For your 30th");
    await recover();
    await page.getByRole("button", { name: "Change Memory Type" }).click();
    await page.getByRole("button", { name: /Future Self/i }).click();
    await expect(page.getByLabel("Memory Title")).toHaveValue("For your 30th");
  });

  test(`a guest's story that is sent ${when} stays, and what they change arrives`, async ({ page, open }) => {
    const { board, link } = await openBoard(await open());
    await joinAs(page, link, "Tom");
    await follow(page, page.getByRole("link", { name: "Tell a story" }));
    const story = page.getByLabel("Your story");
    await story.fill("You taught me to ride a bike.");
    const recover = await fail(page);
    await page.getByRole("button", { name: "Put it on the board" }).click();
    await expect(page.getByText(UNSENT)).toBeVisible();
    await expect(story).toHaveValue("You taught me to ride a bike.");
    await recover();
    await story.fill("You taught me to swim.");
    await page.getByRole("button", { name: "Put it on the board" }).click();
    await expect(page.getByText("It’s on the board")).toBeVisible();
    await expect(page.getByText("You taught me to swim.")).toBeVisible();
    expect(await query("SELECT id FROM board_posts WHERE memory_id = ?", [board])).toHaveLength(1);
  });

  test(`a reply that is sent ${when} stays in its form`, async ({ page, open, mailbox }) => {
    const anna = await open();
    const letter = await deliverLetter(anna, mailbox, { recipientName: "Mia" });
    await openByCode(page, { link: letter.link, address: letter.recipientEmail }, mailbox);
    await follow(page, page.getByRole("link", { name: `Write to ${anna.name}` }));
    const words = page.getByLabel(`Your words to ${anna.name}`);
    await words.fill("I laughed and cried.");
    const recover = await fail(page);
    await page.getByRole("button", { name: "Send reply" }).click();
    await expect(page.getByText(UNSENT)).toBeVisible();
    await expect(words).toHaveValue("I laughed and cried.");
    await recover();
    await page.getByRole("button", { name: "Send reply" }).click();
    await expect(page.getByText("Reply sent")).toBeVisible();
  });

  test(`settings of a board that are saved ${when} stay in their form`, async ({ page, open }) => {
    const anna = await open();
    const { board } = await openBoard(anna);
    await enter(page, anna);
    await page.goto(`/memories/${board}/invite`);
    await ready(page);
    const welcome = page.getByLabel("A word to your guests (optional)");
    await welcome.fill("Bring the old photos!");
    const recover = await fail(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(UNSENT)).toBeVisible();
    await expect(welcome).toHaveValue("Bring the old photos!");
    await recover();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await page.reload();
    await expect(welcome).toHaveValue("Bring the old photos!");
  });

  test(`a sign-up that is sent ${when} stays in its form`, async ({ page }) => {
    const person = newPerson();
    await page.goto("/auth?mode=signup");
    await ready(page);
    await fillSignUp(page, person);
    const recover = await fail(page);
    await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByText(UNSENT)).toBeVisible();
    await expect(page.getByLabel("Full name")).toHaveValue(person.name);
    await recover();
    await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByText("Account created successfully")).toBeVisible();
  });
}

test("a link followed without a connection blames the connection, and can be tried again", async ({ page, open }) => {
  await enter(page, await open());
  const go = (name: string) => page.getByRole("banner").getByRole("link", { name, exact: true }).click();
  const unreached = page.getByRole("heading", { name: "We couldn’t reach Amberkeep" });
  await page.goto("/timeline");
  await ready(page);
  await go("Dashboard");
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const name of ["Timeline", "Dashboard"]) {
    await page.context().setOffline(true);
    await go(name);
    await expect(unreached).toBeVisible();
    await expect(page.getByRole("link", { name: "tell us" })).toHaveCount(0);
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(unreached).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`));
    await go(name === "Timeline" ? "Dashboard" : "Timeline");
    await expect(page).toHaveURL(name === "Timeline" ? /dashboard$/ : /timeline$/);
    await go(name);
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`));
  }
});

const NOT_KEPT = "The draft couldn’t be saved right now. What you wrote is still here.";

test("text that could not be saved is not left without a confirmation", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  const message = page.getByLabel("Message", { exact: true });
  await message.fill("Before the tunnel.");
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
  await page.context().setOffline(true);
  await message.fill("Before the tunnel, and in it.");
  await expect(page.getByText(NOT_KEPT)).toBeVisible();
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.message());
    await dialog.dismiss();
  });
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
  await expect
    .poll(() => asked)
    .toEqual(["Leave this page? Text, a recording or a file that isn’t saved yet would be lost."]);
  await expect(message).toHaveValue("Before the tunnel, and in it.");
  await page.context().setOffline(false);
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/dashboard/);
  expect(asked).toHaveLength(1);
});

test("a draft is saved once the server is back, though nothing more is typed", async ({ page, open }) => {
  await enter(page, await open());
  await page.clock.install();
  await openLetter(page);
  const restart = await FAILURES["while the server restarts"]?.(page);
  await page.getByLabel("Message", { exact: true }).fill("Before the restart.");
  await expect(page.getByText(NOT_KEPT)).toBeVisible();
  await restart?.();
  await page.clock.runFor(10_000);
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
});

test("a form whose text could not be saved is sent without a confirmation", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.message());
    await dialog.dismiss();
  });
  await page.route("**/create/draft?*", (route) => route.abort());
  await page.getByLabel("Memory Title").fill("For your 30th");
  await expect(page.getByText(NOT_KEPT)).toBeVisible();
  await page.getByRole("button", { name: "Change Memory Type" }).click();
  await page.getByRole("button", { name: /Future Self/i }).click();
  await expect(page.getByLabel("Memory Title")).toHaveValue("For your 30th");
  expect(asked).toEqual([]);
});

test("a draft whose save gets no answer is not called saved until the connection is back", async ({ page, open }) => {
  await enter(page, await open());
  await page.clock.install();
  await openLetter(page);
  const message = page.getByLabel("Message", { exact: true });
  await message.fill("Before the tunnel.");
  await page.clock.runFor(2_000);
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
  let isLost = true;
  await page.route("**/create/draft?*", (route) => (isLost ? undefined : route.continue()));
  const sent = page.waitForRequest("**/create/draft?*");
  await message.fill("Before the tunnel, and in it.");
  await page.clock.runFor(2_000);
  await sent;
  await page.clock.runFor(10_000);
  await expect(page.getByText(NOT_KEPT)).toBeVisible();
  isLost = false;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
});

/** Puts a piece on the board; only the answer gets lost. */
async function dropResponse(page: Page): Promise<void> {
  await page.route(/\/add\?/, async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
  await page.getByRole("button", { name: "Put it on the board" }).click();
  await expect(page.getByText(UNSENT)).toBeVisible();
  await page.unroute(/\/add\?/);
}

test("a story that arrived although its answer did not can be changed and sent again", async ({ page, open }) => {
  const { board, link } = await openBoard(await open());
  await joinAs(page, link, "Tom");
  await follow(page, page.getByRole("link", { name: "Tell a story" }));
  const story = page.getByLabel("Your story");
  await story.fill("You taught me to ride a bike.");
  await dropResponse(page);
  await story.fill("You taught me to ride a bike by letting go.");
  await page.getByRole("button", { name: "Put it on the board" }).click();
  await expect(page.getByText("You taught me to ride a bike by letting go.")).toBeVisible();
  expect(await query("SELECT id FROM board_posts WHERE memory_id = ?", [board])).toHaveLength(1);
});

test("a photo without words that arrived although its answer did not can be sent again", async ({ page, open }) => {
  const { board, link } = await openBoard(await open());
  await joinAs(page, link, "Tom");
  await follow(page, page.getByRole("link", { name: "Add a photo or video" }));
  await page.getByLabel(/^Photos?$/).setInputFiles({ name: "boat.jpg", mimeType: "image/jpeg", buffer: await jpeg() });
  await expect(page.locator(".file").getByText("Upload Complete")).toBeVisible();
  await dropResponse(page);
  await page.getByRole("button", { name: "Put it on the board" }).click();
  await expect(page.getByText("It’s on the board")).toBeVisible();
  expect(await query("SELECT id FROM board_posts WHERE memory_id = ?", [board])).toHaveLength(1);
});
