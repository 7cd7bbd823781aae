import { type BrowserContext, test as base, type CDPSession, expect, type Locator, type Page } from "playwright/test";
import { type Account, type LetterInput, newPerson, openAccount, type Person } from "./accounts.ts";
import { watchConsole } from "./console.ts";
import { closeDatabase } from "./db.ts";
import { randomIp } from "./form-client.ts";
import { enterCode, fillLetter, fillSignUp } from "./forms.ts";
import { loadSampleData } from "./load-sample-data.ts";
import { codeIn, linkIn, MailFolder } from "./mailbox.ts";
import { openContext, ReusedContext, suppressPrompt } from "./reused-context.ts";
import type { SampleData } from "./sample-data.ts";

export { today } from "./accounts.ts";
export { enterCode, fillLetter, fillSignUp } from "./forms.ts";
export { codeIn, linkIn } from "./mailbox.ts";
export type { Account, LetterInput, Page, Person };
export { expect };

type Fixtures = {
  mailbox: MailFolder;
  person: Person;
  /** `enter` signs a page in. */
  open: (options?: Parameters<typeof openAccount>[1]) => Promise<Account>;
  /** Opens a page in another browser, in the same mode. */
  visitor: () => Promise<Page>;
  hasScript: boolean;
  /** Console errors that a test provokes on purpose. */
  expected: RegExp | undefined;
  /** Whether the test has a browser context of its own: it installs a clock, or needs an empty cache. */
  isIsolated: boolean;
  devTools: CDPSession;
  /** Whether visitors are asked to sign up after 90 seconds, which a busy machine may take for any test. */
  isPrompted: boolean;
};

// biome-ignore-start lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern
/** Fails a test whose browser logs a script error, a CSP violation or a resource that does not load. */
export const test = base.extend<Fixtures, { database: undefined; reusedContext: ReusedContext; sample: SampleData }>({
  baseURL: async ({}, use) => use(process.env.E2E_BASE_URL),
  extraHTTPHeaders: async ({}, use) => use({ "X-Forwarded-For": randomIp() }),
  expected: [undefined, { option: true }],
  isPrompted: [false, { option: true }],
  isIsolated: [false, { option: true }],
  reusedContext: [
    async ({}, use) => {
      const reused = new ReusedContext();
      await use(reused);
      await reused.close();
    },
    { scope: "worker" },
  ],
  context: async (
    {
      browser,
      reusedContext,
      isIsolated,
      isPrompted,
      expected,
      extraHTTPHeaders,
      contextOptions,
      javaScriptEnabled,
      timezoneId,
      viewport,
    },
    use,
  ) => {
    const isReused = !isIsolated && !isPrompted;
    const options = { contextOptions, javaScriptEnabled, timezoneId, viewport };
    const opened = isReused ? await reusedContext.take(browser, options) : await openContext(browser, { isPrompted });
    const { context, problems } = opened;
    await context.setExtraHTTPHeaders(extraHTTPHeaders ?? {});
    await use(context);
    const unexpected = problems.filter((problem) => !expected?.test(problem));
    if (isReused) await reusedContext.clear(new URL(process.env.E2E_BASE_URL ?? "").origin);
    else await context.close();
    expect(unexpected, "problems in the console").toEqual([]);
  },
  devTools: async ({ page }, use) => use(await page.context().newCDPSession(page)),
  visitor: async ({ browser, expected }, use) => {
    const opened: { context: BrowserContext; problems: string[] }[] = [];
    await use(async () => {
      const context = await browser.newContext({ extraHTTPHeaders: { "X-Forwarded-For": randomIp() } });
      opened.push({ context, problems: watchConsole(context, expected) });
      await suppressPrompt(context);
      return context.newPage();
    });
    for (const { context } of opened) await context.close();
    expect(
      opened.flatMap(({ problems }) => problems),
      "problems in the consoles of the other browsers",
    ).toEqual([]);
  },
  hasScript: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled ?? true),
  mailbox: async ({}, use) => use(new MailFolder(process.env.E2E_MAIL_FOLDER ?? "")),
  person: async ({}, use) => use(newPerson()),
  open: async ({ database: _ }, use) => use((options) => openAccount(process.env.E2E_BASE_URL ?? "", options)),
  sample: [
    async ({ database: _ }, use) => {
      const { E2E_SAMPLE_DATA_FILE: file = "", E2E_BASE_URL: url = "", E2E_MAIL_FOLDER: folder = "" } = process.env;
      await use(await loadSampleData(file, url, new MailFolder(folder)));
    },
    { scope: "worker", timeout: 300_000 },
  ],
  database: [
    async ({}, use) => {
      await use(undefined);
      await closeDatabase();
    },
    { scope: "worker" },
  ],
});
// biome-ignore-end lint/correctness/noEmptyPattern: as above

/** Signs the page's browser in as this account. */
export async function enter(page: Page, account: Account): Promise<void> {
  await page.context().addCookies(account.client.cookies());
}

/** Waits until script has enhanced the page; returns at once in the mode without script. */
export async function ready(page: Page): Promise<void> {
  if (test.info().project.use.javaScriptEnabled === false) return;
  const isEnhanced = (await page.locator("script:is([type=module], [type=later]):not([src])").count()) > 0;
  // Error pages are standalone and not enhanced.
  if (isEnhanced) await page.locator("html[data-enhanced], .standalone").first().waitFor({ state: "attached" });
}

/** Clicks a link or button to another page, and waits until script has enhanced that one, and not only the page left. */
export async function follow(page: Page, target: Locator): Promise<void> {
  const before = page.url();
  await target.click();
  await page.waitForURL(({ href }) => href !== before);
  await ready(page);
}

export async function signUpOnPage(page: Page, person: Person): Promise<void> {
  await page.goto("/auth?mode=signup");
  await fillSignUp(page, person);
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Account created successfully")).toBeVisible();
}

export async function verifyOnPage(page: Page, mailbox: MailFolder, person: Person): Promise<void> {
  await page.goto(linkIn(await mailbox.waitFor(person.email, /confirm|verify/i)));
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await expect(page.getByText("Address confirmed")).toBeVisible();
}

export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto("/auth?mode=login");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Login successful")).toBeVisible();
}

export async function logOut(page: Page): Promise<void> {
  await page.goto("/logout");
  await page.getByRole("main").getByRole("button", { name: "Log out" }).click();
  await expect(page.getByText("Logged out")).toBeVisible();
}

/** Opens a letter by the link of its mail and the one-time code sent to `address`, an email or a phone number. */
export async function openByCode(
  page: Page,
  { link, address }: { link: string; address: string },
  mailbox: MailFolder,
): Promise<void> {
  await page.goto(link);
  await ready(page);
  await page.getByRole("button", { name: /^(Open it|Send me the code)$/ }).click();
  await expect(page.getByText("Code sent")).toBeVisible();
  const code = codeIn(
    await mailbox.waitFor(address, ({ subject, text }) =>
      /is your code|^Your code/.test(subject === "Text message" ? (text ?? "") : (subject ?? "")),
    ),
  );
  await enterCode(page, code);
}

/** Opens what a recipient can do before opening: put off, decline, block. */
export async function openSomethingWrong(page: Page): Promise<void> {
  const summary = page.locator("summary", { hasText: "Something wrong?" });
  await expect(summary).toBeVisible();
  if (!(await page.getByRole("navigation", { name: "Something wrong?" }).isVisible())) await summary.click();
}

/** Joins a board by its invite link. */
export async function joinAs(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Add your piece" }).click();
  await expect(page.getByRole("heading", { name: `You’re in, ${name}` })).toBeVisible();
}

export async function openLetter(page: Page): Promise<void> {
  await page.goto("/create?type=send-to-someone&step=form");
  await ready(page);
}

/** Schedules a letter through its form. */
export async function writeLetter(page: Page, letter: LetterInput): Promise<void> {
  await page.goto("/create?type=send-to-someone&step=form");
  await fillLetter(page, letter);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Your memory has been scheduled for future delivery.")).toBeVisible();
}
