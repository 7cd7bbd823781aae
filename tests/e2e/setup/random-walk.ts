import { textOf } from "./compare-modes.ts";
import { fillLetter, type Page } from "./fixtures.ts";

/** A link or button by its name; `nth` counts those of the same name. */
export type Choice = { role: "link" | "button"; name: string; nth: number };

/** What was clicked, and the page that followed. */
export type WalkStep = { choice?: Choice; path: string; words: string };

/** In place of filling in and sending a letter's form, which looks different in each mode. */
const SEND = "(the form)";

/** Controls that exist in only one mode. */
const IGNORED = /^(Refresh|Dismiss this message|Hold what moves by itself|Open menu|Copy link)$/;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the links and buttons of the page, except downloads. */
export async function choicesOn(page: Page): Promise<Choice[]> {
  if (await isForm(page)) return [{ role: "button", name: SEND, nth: 0 }];
  const choices: Choice[] = [];
  const seen = new Map<string, number>();
  for (const role of ["link", "button"] as const) {
    for (const element of await page.getByRole("main").getByRole(role).all()) {
      const isFile = (await element.getAttribute("download")) !== null;
      const name = (await element.textContent())?.replaceAll(/\s+/g, " ").trim() ?? "";
      if (!name || isFile || IGNORED.test(name)) continue;
      const nth = seen.get(`${role} ${name}`) ?? 0;
      seen.set(`${role} ${name}`, nth + 1);
      choices.push({ role, name, nth });
    }
  }
  return choices;
}

const isForm = async (page: Page) => (await page.getByLabel("Memory Title").count()) === 1;

/** Each letter gets a year of its own: letters of the same instant are sorted by their random ids. */
async function sendForm(page: Page, year: number): Promise<void> {
  const missing = {
    title: "Written on a walk",
    recipientEmail: "leo@example.org",
    message: "One foot, then the other.",
  };
  for (const [field, label] of [
    ["title", "Memory Title"],
    ["recipientEmail", "Recipient e-mail"],
    ["message", "Message"],
  ] as const) {
    const control = page.getByLabel(label, { exact: true });
    if ((await control.count()) === 1 && !(await control.inputValue())) {
      await fillLetter(page, { [field]: missing[field] });
    }
  }
  await fillLetter(page, { date: `${year}-01-01` });
  await page.getByRole("button", { name: /^(Schedule|Update) Memory$/ }).click();
}

/** Clicks the choice, as the step of this number. */
export async function take(page: Page, { role, name, nth }: Choice, step: number): Promise<void> {
  if (name === SEND) return sendForm(page, 2052 + step);
  const search = page.getByLabel("Search");
  if (name === "Search" && (await search.count()) === 1) await search.fill("cake");
  const exactly = new RegExp(`^\\s*${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s*")}\\s*$`);
  await page.getByRole("main").getByRole(role).filter({ hasText: exactly }).nth(nth).click();
}

/** Returns the path of the page with ids replaced, and its text, which depends on its styles. */
export async function look(page: Page): Promise<{ path: string; words: string }> {
  await page.waitForLoadState();
  const { pathname, search } = new URL(page.url());
  const path = (pathname + search).replaceAll(/[a-z0-9]{24}/g, "id");
  return { path, words: (await isForm(page)) ? "a form" : await textOf(page) };
}
