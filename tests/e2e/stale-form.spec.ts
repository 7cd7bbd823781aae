import { jpeg } from "../corpus/photos";
import { letterFields, sendLetter } from "./setup/accounts";
import { openBoard } from "./setup/boards";
import { query } from "./setup/db";
import { enter, expect, fillLetter, logIn, logOut, openLetter, type Page, ready, test } from "./setup/fixtures";

/** Returns a function that lets the pages load their data again. Without script they load nothing by themselves. */
async function holdReloads(page: Page): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.route(/_data=/, async (route) => {
    if (route.request().method() === "GET") await released;
    await route.continue();
  });
  return async () => {
    resolve();
    await page.unrouteAll({ behavior: "wait" });
  };
}

const messageOf = (page: Page) => page.getByLabel("Message", { exact: true });

test("a form from before a new login in another window is refused once and kept", async ({ page, open, hasScript }) => {
  const account = await open();
  await enter(page, account);
  await openLetter(page);
  const letter = letterFields();
  await fillLetter(page, letter);
  const photo = { name: "mia.jpg", mimeType: "image/jpeg", buffer: await jpeg(300, 200) };
  await page.getByLabel("Photo", { exact: true }).setInputFiles(photo);
  if (hasScript) await expect(page.locator(".file").getByText("Upload Complete")).toBeVisible();

  const other = await page.context().newPage();
  await logOut(other);
  await logIn(other, account);

  const tokenOf = () => page.locator("input[name=csrf]").first().inputValue();
  const oldToken = await tokenOf();
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  expect((await answered).status()).toBe(403);
  await expect(page.getByRole("alert")).toContainText("Nothing is lost: please send it again.");
  await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(letter.message);
  await expect(page.getByLabel("Delivery date")).toHaveValue(letter.date);
  if (hasScript) {
    await expect(page.locator(".file")).toContainText("mia.jpg");
    await expect.poll(tokenOf).not.toBe(oldToken);
    const removed = page.waitForResponse(/\/uploads\/\w+\/remove$/);
    await page.getByRole("button", { name: "Remove mia.jpg" }).click();
    expect((await removed).status()).toBe(200);
    await page.getByLabel("Photo", { exact: true }).setInputFiles({ ...photo, name: "leo.jpg" });
    await expect(page.locator(".file").getByText("Upload Complete")).toBeVisible();
  } else {
    await expect(page.getByRole("alert")).toContainText("Files have to be chosen again.");
    await expect(page.locator(".field-error")).toHaveText("Please choose “mia.jpg” again.");
    await page.getByLabel("Photo", { exact: true }).setInputFiles(photo);
  }
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  const files = await query("SELECT m.id FROM media m JOIN memories v ON v.id = m.memory_id WHERE v.user_id = ?", [
    account.id,
  ]);
  expect(files).toHaveLength(1);
});

test("what is written after the session ended takes the place of the account's draft on logging in again", async ({
  page,
  open,
}) => {
  const account = await open();
  await enter(page, account);
  await openLetter(page);
  const letter = letterFields();
  await fillLetter(page, letter);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
  await ready(page);
  await query("DELETE FROM sessions WHERE user_id = ?", [account.id]);

  await page.getByLabel("Message", { exact: true }).fill("And what I only found words for later");
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("log in, and it moves to your account")).toBeVisible();
  await logIn(page, await open());
  await page.goto("/create");
  await expect(page.getByRole("heading", { name: "Future Self" }), "another account has nothing of it").toBeVisible();
  await page.context().clearCookies({ name: /session/ });
  await logIn(page, account);
  const [draft, ...others] = await query("SELECT id, state FROM memories WHERE user_id = ?", [account.id]);
  expect([draft?.state, others]).toEqual(["draft", []]);
  await page.goto(`/create?edit=true&id=${draft?.id}`);
  await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("And what I only found words for later");
});

for (const kind of ["letter", "board"] as const) {
  test(`a ${kind} whose account was logged out in another window is refused once, kept, and moves to the account`, async ({
    page,
    open,
  }) => {
    const account = await open();
    const letter = letterFields();
    const id =
      kind === "letter" ? await sendLetter(account, letter) : (await openBoard(account, { title: letter.title })).board;
    await enter(page, account);
    await page.goto(`/create?edit=true&id=${id}`);
    await ready(page);
    await page.getByLabel("Message", { exact: true }).fill("Words I only found today");
    const other = await page.context().newPage();
    await logOut(other);

    const release = await holdReloads(page);
    await page.getByRole("button", { name: "Update Memory" }).click();
    await expect(page.getByRole("alert")).toContainText("Nothing is lost: please send it again.");
    await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
    await page.getByRole("button", { name: /^(Update|Schedule) Memory$/ }).click();
    await release();
    await expect(page.getByText("log in, and it moves to your account")).toBeVisible();
    await logIn(page, account);
    const [draft] = await query("SELECT id FROM memories WHERE user_id = ? AND state = 'draft'", [account.id]);
    await page.goto(`/create?edit=true&id=${draft?.id}`);
    await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Words I only found today");
  });
}

test.describe("in two windows", () => {
  // The autosave that is refused.
  test.use({ expected: /409/ });

  for (const writer of ["account", "visitor"] as const) {
    test(`the draft of ${writer === "account" ? "an account" : "a visitor"} is not overwritten by an old page`, async ({
      page,
      context,
      open,
      hasScript,
    }) => {
      if (writer === "account") await enter(page, await open());
      await openLetter(page);
      await page.getByLabel("Memory Title").fill("For Mia");
      const save = async (window: Page, message: string) => {
        await messageOf(window).fill(message);
        if (!hasScript) await window.getByRole("button", { name: "Save draft" }).click();
        const saved = hasScript ? "Saved as a draft a moment ago." : "Draft saved";
        await expect(window.getByText(saved)).toBeVisible();
      };
      await save(page, "Dear Mia");
      const other = await context.newPage();
      await other.goto(page.url());
      await ready(other);
      await expect(messageOf(other)).toHaveValue("Dear Mia");
      await save(other, "Dear Mia, from the other window");

      await messageOf(page).fill("Dear Mia, from the first window");
      const stopped = page.getByText("This draft was changed elsewhere, so autosave has stopped.");
      if (hasScript) await expect(stopped).toBeVisible();
      await messageOf(page).fill("Dear Mia, from the first window, later");
      const press = () => page.getByRole("button", { name: "Save draft" }).click();
      await press();
      await expect(page.getByText("This memory was changed after you opened this form")).toBeVisible();
      await expect(messageOf(page)).toHaveValue("Dear Mia, from the first window, later");
      const third = await context.newPage();
      await third.goto(other.url());
      await ready(third);
      await expect(messageOf(third)).toHaveValue("Dear Mia, from the other window");
      await press();
      await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
      await ready(page);
      await save(page, "Dear Mia, and on");
      await messageOf(other).fill("Dear Mia, too late");
      await other.getByRole("button", { name: "Save draft" }).click();
      await expect(other.getByText("This memory was changed after you opened this form")).toBeVisible();
      await page.goto(page.url());
      await ready(page);
      await expect(messageOf(page)).toHaveValue("Dear Mia, and on");
    });
  }

  test("an old page of a draft doesn’t schedule it as it was", async ({ page, context, open }) => {
    const account = await open();
    await enter(page, account);
    await openLetter(page);
    await fillLetter(page, letterFields());
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
    await ready(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await ready(other);
    await messageOf(other).fill("The newer words");
    await other.getByRole("button", { name: "Save draft" }).click();
    await expect(other.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
    const schedule = page.getByRole("button", { name: "Schedule Memory" }).last();
    await schedule.click();
    await expect(page.getByText("This memory was changed after you opened this form")).toBeVisible();
    expect(await query("SELECT state FROM memories WHERE user_id = ?", [account.id])).toEqual([{ state: "draft" }]);
    await schedule.click();
    await expect(page.getByText("Memory Created")).toBeVisible();
  });

  test("an old page of a scheduled letter that changes nothing leaves what was not saved yet", async ({
    page,
    context,
    open,
    hasScript,
  }) => {
    const account = await open();
    const id = await sendLetter(account, letterFields());
    await enter(page, account);
    const other = await context.newPage();
    for (const window of [page, other]) {
      await window.goto(`/create?edit=true&id=${id}`);
      await ready(window);
    }
    await messageOf(other).fill("Words not saved yet");
    if (!hasScript) await other.getByRole("button", { name: "Save draft" }).click();
    await expect(other.getByText(hasScript ? "Saved as a draft a moment ago." : "Draft saved")).toBeVisible();
    await page.getByRole("button", { name: "Update Memory" }).last().click();
    await expect(page.getByText("Memory Updated")).toBeVisible();
    await page.goto(`/create?edit=true&id=${id}`);
    await expect(messageOf(page)).toHaveValue("Words not saved yet");
  });

  test("a board's old settings page changes only what was changed in it", async ({ page, context, open }) => {
    const account = await open();
    const { board } = await openBoard(account);
    await enter(page, account);
    const other = await context.newPage();
    for (const window of [page, other]) {
      await window.goto(`/memories/${board}/invite`);
      await ready(window);
    }
    const welcomeOf = (window: Page) => window.getByLabel("A word to your guests");
    const save = async (window: Page) => {
      await window.getByRole("button", { name: "Save", exact: true }).click();
      await expect(window.getByText("That’s how it works for your guests now.")).toBeVisible();
    };
    await page.getByLabel("I look at each piece first").check();
    await welcomeOf(page).fill("Hello, everyone");
    await save(page);
    await other.getByLabel("Guests see each other’s pieces now").check();
    await save(other);
    await expect(other.getByLabel("I look at each piece first")).toBeChecked();
    await expect(welcomeOf(other)).toHaveValue("Hello, everyone");

    await welcomeOf(page).fill("Good evening");
    await save(page);
    await ready(other);
    await welcomeOf(other).fill("Good morning");
    await other.getByRole("button", { name: "Save", exact: true }).click();
    const refusal = "Meanwhile this was changed to “Good evening”. Save again to replace that.";
    await expect(other.getByText(refusal)).toBeVisible();
    await expect(welcomeOf(other)).toHaveValue("Good morning");
    await save(other);
    await expect(other.getByText(refusal)).toHaveCount(0);
    await page.goto(`/memories/${board}/invite`);
    await expect(welcomeOf(page)).toHaveValue("Good morning");
    for (const label of ["I look at each piece first", "Guests see each other’s pieces now"]) {
      await expect(page.getByLabel(label)).toBeChecked();
    }
  });
});
