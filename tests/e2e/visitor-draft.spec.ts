import { jpeg } from "../corpus/photos";
import { letterFields, sendLetter } from "./setup/accounts";
import { query } from "./setup/db";
import {
  enter,
  expect,
  fillLetter,
  fillSignUp,
  type LetterInput,
  openLetter,
  type Page,
  type Person,
  ready,
  test,
} from "./setup/fixtures";

const FORM = "/create?type=send-to-someone&step=form";
const WORDS = "Create a free account now to save and deliver your vault!";

/** Writes a letter with a photo without an account, up to the sign-up page. */
async function writeAsGuest(page: Page, letter: LetterInput): Promise<void> {
  await openLetter(page);
  await fillLetter(page, letter);
  await page
    .getByLabel("Photo", { exact: false })
    .first()
    .setInputFiles({ name: "mia.jpg", mimeType: "image/jpeg", buffer: await jpeg(900, 600) });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByRole("heading", { name: WORDS })).toBeVisible();
}

async function logInHere(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

/** Expects one vault with its photo on the dashboard. */
async function expectThere(page: Page, letter: LetterInput): Promise<void> {
  await expect(page.getByText("Your memory has been scheduled for future delivery.")).toBeVisible();
  await page.getByRole("link", { name: "See all your vaults" }).click();
  await expect(page.getByRole("article").filter({ hasText: letter.title })).toHaveCount(1);
  await page.getByRole("article").getByRole("link", { name: letter.title, exact: true }).click();
  await expect(page.getByRole("heading", { name: letter.title })).toBeVisible();
  await expect(page.getByText(letter.message)).toBeVisible();
  const photo = page.getByRole("main").locator("img").first();
  await expect(photo).toBeVisible();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

test("a visitor's letter is scheduled with its photo on sign-up, once", async ({ page, person }) => {
  const letter = letterFields();
  await writeAsGuest(page, letter);
  await expect(page.getByRole("article")).toContainText(letter.title);
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await ready(page);
  await fillSignUp(page, person);
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page.locator(".toast-title")).toHaveText([/^Account created successfully/, /^Memory Created/]);
  await expectThere(page, letter);
  await page.goto("/dashboard");
  await expect(page.getByRole("article").filter({ hasText: letter.title })).toHaveCount(1);
  const [row] = await query("SELECT COUNT(*) AS count FROM memories WHERE recipient_email = ?", [
    letter.recipientEmail,
  ]);
  expect(Number(row?.count)).toBe(1);
  await page.goto("/create");
  await expect(page.getByRole("heading", { name: "Future Self" }), "nothing waits").toBeVisible();
});

test("a visitor's letter is scheduled on logging in to an existing account", async ({ page, open }) => {
  const account = await open();
  const letter = letterFields();
  await writeAsGuest(page, letter);
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await ready(page);
  await logInHere(page, account);
  await expectThere(page, letter);
});

test("signing up in one window and logging in in another creates one vault", async ({ page, open, person }) => {
  const account = await open();
  const letter = letterFields();
  await writeAsGuest(page, letter);
  const second = await page.context().newPage();
  await second.goto("/auth?mode=login");
  await ready(second);
  await second.getByLabel("Email").fill(account.email);
  await second.getByLabel("Password").fill(account.password);
  await page.goto("/auth?mode=signup");
  await ready(page);
  await fillSignUp(page, person);
  const press = (window: Page, name: string) => window.getByRole("main").getByRole("button", { name }).click();
  await Promise.all([press(page, "Sign up"), press(second, "Log in")]);
  const states = async () =>
    (await query("SELECT state FROM memories WHERE recipient_email = ?", [letter.recipientEmail])).map(
      ({ state }) => state,
    );
  await expect.poll(states).toEqual(["scheduled"]);
  // The second window may still be loading, and sends the browser's copy.
  for (const window of [page, second]) {
    await expect(window).not.toHaveURL(/auth/);
    await expect(async () => {
      await window.goto("/dashboard");
      await ready(window);
    }).toPass();
  }
  await second.close();
  await page.goto("/create");
  await expect(page.getByRole("heading", { name: "Future Self" }), "nothing waits").toBeVisible();
  expect(await states()).toEqual(["scheduled"]);
});

test("a letter that becomes a board is told apart from the board that waits already", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/create?type=memory-board&step=form");
  await ready(page);
  await page.getByLabel("Memory Title").fill("The board");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
  await openLetter(page);
  await page.getByLabel("Memory Title").fill("The letter");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
  await ready(page);
  await page.getByRole("button", { name: "Change Memory Type" }).click();
  await page.getByRole("button", { name: "Memory Board" }).click();
  await expect(page.getByLabel("Memory Title")).toHaveValue("The letter");
  const notice = page.locator(".notice");
  await expect(notice.getByRole("listitem")).toHaveText("The board");
  await notice.getByRole("link", { name: "discard this draft" }).click();
  await expect(page.getByRole("heading", { name: "Discard “The letter”?" })).toBeVisible();
});

test("a visitor's letter becomes a draft if the plan is full, with a message", async ({ page, open }) => {
  const account = await open({ vaultLimit: 1 });
  await sendLetter(account);
  const letter = letterFields();
  await writeAsGuest(page, letter);
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await ready(page);
  await logInHere(page, account);
  await expect(page.getByRole("heading", { name: "Vault Limit Reached" })).toBeVisible();
  await page.getByRole("button", { name: "Maybe Later" }).click();
  await expect(page.getByText("Need more vaults?")).toBeVisible();
  await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
  await expect(page.getByText("mia.jpg").first()).toBeVisible();
  const rows = await query("SELECT state FROM memories WHERE user_id = ? ORDER BY state", [account.id]);
  expect(rows.map(({ state }) => state)).toEqual(["draft", "scheduled"]);
});

test("a visitor's draft is restored in the same browser only", async ({ page, visitor }) => {
  const letter = letterFields();
  await page.goto("/create?type=memory-board");
  await openLetter(page);
  await fillLetter(page, { ...letter, recipientEmail: "mia at" });
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
  await page.goto("/create");
  await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
  await expect(page.getByLabel("Recipient e-mail")).toHaveValue("mia at");
  await expect(page.getByText("As you left it")).toBeVisible();
  const other = await visitor();
  await other.goto(page.url());
  await expect(other.getByLabel("Memory Title")).toHaveValue("");
});

test("a signed-in user is not asked to create an account", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/create/account");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a letter whose writer signed up in another window is scheduled with its photo", async ({
  page,
  person,
  hasScript,
}) => {
  const letter = letterFields();
  await openLetter(page);
  await fillLetter(page, letter);
  const photo = { name: "mia.jpg", mimeType: "image/jpeg", buffer: await jpeg(900, 600) };
  await page.getByLabel("Photo", { exact: true }).setInputFiles(photo);
  if (!hasScript) await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText(hasScript ? "Upload Complete" : "mia.jpg").first()).toBeVisible();
  if (hasScript) await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();

  const other = await page.context().newPage();
  await other.goto("/auth?mode=signup");
  await ready(other);
  await fillSignUp(other, person);
  await other.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(other.getByText("Account created successfully")).toBeVisible();

  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByRole("alert")).toContainText("please send it again");
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expectThere(page, letter);
});

test("a sixth letter arrives with its photo after signing up", async ({ page, person, hasScript }) => {
  for (let count = 1; count <= 5; count += 1) {
    await page.goto(`${FORM}&fresh=true`);
    await ready(page);
    await fillLetter(page, { title: `Letter ${count}` });
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
  }
  await page.goto(`${FORM}&fresh=true`);
  await ready(page);
  const letter = letterFields();
  await fillLetter(page, letter);
  await page
    .getByLabel("Photo", { exact: true })
    .setInputFiles({ name: "mia.jpg", mimeType: "image/jpeg", buffer: await jpeg(900, 600) });
  if (hasScript) await expect(page.locator(".file").getByText("Upload Complete")).toBeVisible();
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByRole("alert")).toContainText("Five unfinished memories are kept in this browser already.");

  const other = hasScript ? page : await page.context().newPage();
  await other.goto("/auth?mode=signup");
  await ready(other);
  await fillSignUp(other, person);
  await other.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(other.locator(".toast-title")).toHaveText([/^Account created successfully/, /^Draft saved/]);
  if (!hasScript) {
    await expect(page.getByRole("alert")).toContainText("in another window, then send it again");
    await page.getByRole("button", { name: "Schedule Memory" }).click();
    await expect(page.getByRole("alert")).toContainText("Nothing is lost: please send it again.");
    await page.getByRole("button", { name: "Schedule Memory" }).click();
    await expect(page.getByText("Memory Created")).toBeVisible();
  }
  const withPhoto = `SELECT v.state FROM memories v JOIN media m ON m.memory_id = v.id
    JOIN profiles p ON p.id = v.user_id WHERE p.email = ?`;
  await expect
    .poll(async () => (await query(withPhoto, [person.email])).map(({ state }) => state))
    .toEqual([hasScript ? "draft" : "scheduled"]);
});
