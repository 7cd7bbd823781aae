import { type BrowserContext, test as base, expect, type Page } from "playwright/test";
import type { Cast } from "./cast.ts";
import { castOfRun } from "./cast-of-run.ts";
import { someAddress } from "./form-client.ts";
import { codeIn, linkIn, Mailbox } from "./mailbox.ts";
import { type Account, type Letter, openAccount, type Person, somePerson } from "./people.ts";
import { stopAsking } from "./truth.ts";
import { watch } from "./watch.ts";

export { codeIn, linkIn } from "./mailbox.ts";
export { today } from "./people.ts";
export type { Account, Letter, Page, Person };
export { expect };

type Fixtures = {
  mailbox: Mailbox;
  person: Person;
  /** Signs somebody up without a screen; `enter` takes a page to where they stopped. */
  open: (options?: Parameters<typeof openAccount>[1]) => Promise<Account>;
  /** Another browser in the same mode, as of somebody else. */
  visitor: () => Promise<Page>;
  hasScript: boolean;
  /** Complaints of the browser that a test provokes on purpose. */
  expected: RegExp | undefined;
};

// biome-ignore-start lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs: nothing
/** Every browser of every test is watched: no script error, no breach of the page's policy, nothing that fails to load. */
export const test = base.extend<Fixtures, { database: undefined; cast: Cast }>({
  baseURL: async ({}, use) => use(process.env.E2E_BASE_URL),
  extraHTTPHeaders: async ({}, use) => use({ "X-Forwarded-For": someAddress() }),
  expected: [undefined, { option: true }],
  context: async ({ context, expected }, use) => {
    const complaints = watch(context, expected);
    await use(context);
    expect(complaints, "complaints of the browser").toEqual([]);
  },
  visitor: async ({ browser, expected }, use) => {
    const opened: { context: BrowserContext; complaints: string[] }[] = [];
    await use(async () => {
      const context = await browser.newContext({ extraHTTPHeaders: { "X-Forwarded-For": someAddress() } });
      opened.push({ context, complaints: watch(context, expected) });
      return context.newPage();
    });
    for (const { context } of opened) await context.close();
    expect(
      opened.flatMap(({ complaints }) => complaints),
      "complaints of the other browsers",
    ).toEqual([]);
  },
  hasScript: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled ?? true),
  mailbox: async ({}, use) => use(new Mailbox(process.env.E2E_MAIL_FOLDER ?? "")),
  person: async ({}, use) => use(somePerson()),
  open: async ({ database: _ }, use) => use((options) => openAccount(process.env.E2E_BASE_URL ?? "", options)),
  cast: [
    async ({ database: _ }, use) => {
      const { E2E_CAST_FILE: file = "", E2E_BASE_URL: url = "", E2E_MAIL_FOLDER: folder = "" } = process.env;
      await use(await castOfRun(file, url, new Mailbox(folder)));
    },
    { scope: "worker", timeout: 300_000 },
  ],
  database: [
    async ({}, use) => {
      await use(undefined);
      await stopAsking();
    },
    { scope: "worker" },
  ],
});
// biome-ignore-end lint/correctness/noEmptyPattern: as above

/** Signs the page's browser in as this account. */
export async function enter(page: Page, account: Account): Promise<void> {
  await page.context().addCookies(account.client.cookies());
}

/** Once script has taken over the page, where there is script: before that, links and forms are the plain ones. */
export async function ready(page: Page): Promise<void> {
  if (test.info().project.use.javaScriptEnabled === false) return;
  const isEnhanced = (await page.locator("script[type=module]").count()) > 0;
  // Pages that report an error leave their links to the browser.
  if (isEnhanced) await page.locator("html[data-enhanced], .standalone").first().waitFor({ state: "attached" });
}

export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto("/auth?mode=signup");
  await fillSignUp(page, person);
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Account created successfully")).toBeVisible();
}

export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
}

export async function verifyAddress(page: Page, mailbox: Mailbox, person: Person): Promise<void> {
  await page.goto(linkIn(await mailbox.waitFor(person.email, /confirm|verify/i)));
  await page.getByRole("button", { name: "Yes, verify it" }).click();
  await expect(page.getByText("Address verified")).toBeVisible();
}

export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto("/auth?mode=login");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Login successful")).toBeVisible();
}

/** From a link that a mail brought, through the door, with the code that comes to `address`. */
export async function openByCode(
  page: Page,
  { link, address }: { link: string; address: string },
  mailbox: Mailbox,
): Promise<void> {
  await page.goto(link);
  await ready(page);
  await page.getByRole("button", { name: "Send me the code" }).click();
  await expect(page.getByText("Code sent")).toBeVisible();
  const code = codeIn(
    await mailbox.waitFor(address, ({ subject, text }) =>
      /is your code|^Your code/.test(subject === "Text message" ? (text ?? "") : (subject ?? "")),
    ),
  );
  await page.getByLabel(/^The six digits from our (mail|text message)$/).fill(code);
  await page.getByRole("button", { name: "Open it" }).click();
}

/** The form of a new letter, for whoever is looking at it. */
export async function openLetter(page: Page): Promise<void> {
  await page.goto("/create?type=send-to-someone&step=form");
  await ready(page);
}

/** Fills the form of a letter, as far as the letter says. */
export async function fillLetter(page: Page, letter: Partial<Letter>): Promise<void> {
  if (letter.title !== undefined) await page.getByLabel("Memory Title").fill(letter.title);
  if (letter.recipientName !== undefined) await page.getByLabel("Recipient name").fill(letter.recipientName);
  if (letter.recipientEmail !== undefined) await page.getByLabel("Recipient e-mail").fill(letter.recipientEmail);
  if (letter.message !== undefined) await page.getByLabel("Message", { exact: true }).fill(letter.message);
  if (letter.date !== undefined) await page.getByLabel("Delivery date").fill(letter.date);
  if (letter.hour !== undefined) {
    if (!(await page.getByLabel("Hour").isVisible())) await page.getByText("Hour and time zone").click();
    await page.getByLabel("Hour").selectOption(letter.hour);
  }
}

/** Writes a letter, from the dashboard to the toast that says it is scheduled. */
export async function writeLetter(page: Page, letter: Letter): Promise<void> {
  await page.goto("/create?type=send-to-someone&step=form");
  await fillLetter(page, letter);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Your memory has been scheduled for future delivery.")).toBeVisible();
}
