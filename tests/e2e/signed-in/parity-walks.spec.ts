import type { Browser, Page } from "playwright/test";
import { openAccount, sendLetter } from "../setup/accounts";
import { openPage, storedState } from "../setup/compare-modes";
import { query } from "../setup/db";
import { type Account, enter, expect, ready, test } from "../setup/fixtures";
import { choicesOn, look, randomFrom, take, type WalkStep } from "../setup/random-walk";

/** The number of walks and their seed; the bench runs more. */
const WALKS = Number(process.env.PARITY_WALKS ?? 2);
const SEED = Number(process.env.PARITY_SEED) || 1;
const STEPS = 7;

/** Seeds that once found a difference. */
const ONCE_DIFFERENT = [70_003];

const seeds = new Set([...Array.from({ length: WALKS }, (_, walk) => SEED * 10_000 + walk), ...ONCE_DIFFERENT]);
for (const seed of seeds) {
  test(`a random walk is the same with script and without (seed ${seed})`, async ({ browser }) => {
    const [first, second] = [await createWalkedAccount(), await createWalkedAccount()];
    const steps = await walkAtRandom(browser, first, seed);
    await follow(browser, second, steps);
    expect(await storedState(second.id)).toEqual(await storedState(first.id));
  });
}

/** Creates an account with vaults in many states. */
async function createWalkedAccount(): Promise<Account> {
  const account = await openAccount(process.env.E2E_BASE_URL ?? "");
  const write = (title: string, date: string) =>
    sendLetter(account, { title, date, recipientName: "Mia Berger", recipientEmail: "mia@example.org" });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await write("The plum cake", day(3));
  await write("The bicycle", day(20));
  await write("On your wedding day", "2044-06-14");
  const sealed = await write("Not to be opened", "2051-03-01");
  const delivered = await write("Has arrived", day(2));
  const lost = await write("Came back", day(1));
  await query("UPDATE memories SET state = 'sealed', sealed_at = NOW(3) WHERE id = ?", [sealed]);
  // Without a next check, which the worker would remove at some moment of the walk.
  await query("UPDATE memories SET state = 'delivered', delivered_at = NOW(3), next_check_at = NULL WHERE id = ?", [
    delivered,
  ]);
  await query(
    "UPDATE memories SET state = 'held', delivery_at = NOW(3) - INTERVAL 2 DAY, next_check_at = NULL WHERE id = ?",
    [lost],
  );
  await query("UPDATE profiles SET vaults_delivered = 1 WHERE id = ?", [account.id]);
  return account;
}

/** Walks randomly without script, and returns the steps. */
async function walkAtRandom(browser: Browser, account: Account, seed: number): Promise<WalkStep[]> {
  const random = randomFrom(seed);
  const page = await openPage(browser, false);
  await enter(page, account);
  await page.goto("/dashboard");
  const steps: WalkStep[] = [await look(page)];
  while (steps.length < STEPS) {
    const choices = await choicesOn(page);
    const choice = choices[Math.floor(random() * choices.length)];
    if (choice) await take(page, choice, steps.length);
    else await page.goto("/dashboard");
    steps.push({ ...(choice && { choice }), ...(await look(page)) });
  }
  await page.context().close();
  return steps;
}

/** Repeats the steps with script and expects the same pages. */
async function follow(browser: Browser, account: Account, steps: WalkStep[]): Promise<void> {
  const page = await openPage(browser, true);
  await enter(page, account);
  await page.goto("/dashboard");
  await ready(page);
  for (const [step, { choice, path, words }] of steps.entries()) {
    if (choice) await take(page, choice, step);
    else await page.goto("/dashboard");
    await untilIdle(page);
    const way = `after ${choice ? `${choice.role} “${choice.name}”` : "the start"}`;
    await expect.poll(async () => (await look(page)).path, way).toBe(path);
    await expect.poll(async () => (await look(page)).words, way).toBe(words);
    await ready(page);
  }
  await page.context().close();
}

/** A button that is pressed twice may lead to the same words, which would hide that the second press is under way. */
async function untilIdle(page: Page): Promise<void> {
  await page.waitForTimeout(100);
  await expect(page.locator("html[data-busy]")).toHaveCount(0);
}
