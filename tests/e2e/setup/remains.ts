import { type Browser, expect } from "playwright/test";
import { enter, type Page, ready } from "./fixtures.ts";
import { someAddress } from "./form-client.ts";
import type { Mailbox } from "./mailbox.ts";
import { type Account, openAccount } from "./people.ts";
import { ask } from "./truth.ts";

/** `settled` waits for script to take over, in the run that has some. */
export type Run = { page: Page; mailbox: Mailbox; account: Account; settled: () => Promise<void> };

/** Something that people do. `thenLooksAt` are pages whose words are to be the same afterwards. */
export type Action = {
  name: string;
  start?: Parameters<typeof openAccount>[1];
  act: (run: Run) => Promise<void>;
  thenLooksAt?: string[];
};

/** Two people do the same, one with script and one without: the same is kept of it, and the same is shown. */
export async function expectTheSame(browser: Browser, mailbox: Mailbox, action: Action): Promise<void> {
  const withScript = await remains(browser, mailbox, action, true);
  const without = await remains(browser, mailbox, action, false);
  expect(withScript.state.profiles).toHaveLength(1);
  expect(without).toEqual(withScript);
}

async function remains(browser: Browser, mailbox: Mailbox, action: Action, javaScriptEnabled: boolean) {
  const account = await openAccount(process.env.E2E_BASE_URL ?? "", action.start);
  const page = await openPage(browser, javaScriptEnabled);
  await enter(page, account);
  const settled = async () => (javaScriptEnabled ? ready(page) : undefined);
  await action.act({ page, mailbox, account, settled });
  const words: Record<string, string> = {};
  for (const path of action.thenLooksAt ?? []) {
    await page.goto(path);
    await settled();
    words[path] = await wordsOf(page);
  }
  await page.context().close();
  return { state: await kept(account.id), words };
}

/** A page of a browser of its own, which nobody has used. */
export async function openPage(browser: Browser, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled,
    timezoneId: "UTC",
    reducedMotion: "reduce",
    extraHTTPHeaders: { "X-Forwarded-For": someAddress() },
  });
  return context.newPage();
}

/** What a page says, without what no two runs share; and without the time it was made, which script has no need of. */
export async function wordsOf(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read
  const text = await page.locator("main").innerText();
  return text
    .replace(/\s*· As of \d\d:\d\d\. Refresh/, "")
    .replaceAll(/\S+@\S+/g, "an address")
    .replaceAll(/\d\d:\d\d/g, "a time")
    .replaceAll(/(?:[0-9a-f]{4}\s){15}[0-9a-f]{4}/g, "a fingerprint")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const QUERIES = {
  profiles: "SELECT * FROM profiles WHERE id = ?",
  sessions: "SELECT * FROM sessions WHERE user_id = ?",
  links: "SELECT purpose, used_at FROM link_tokens WHERE user_id = ? ORDER BY created_at, purpose",
  memories: "SELECT * FROM memories WHERE user_id = ? ORDER BY created_at",
  received:
    "SELECT d.state, d.opened_at FROM deliveries d JOIN profiles p ON p.email = d.recipient_email WHERE p.id = ? ORDER BY d.created_at",
  deliveries:
    "SELECT d.state, d.recipient_name, d.opened_at FROM deliveries d JOIN memories m ON m.id = d.memory_id WHERE m.user_id = ?",
  events:
    "SELECT e.kind, e.detail FROM delivery_events e JOIN memories m ON m.id = e.memory_id WHERE m.user_id = ? ORDER BY e.id",
  codes:
    "SELECT c.tries_left, c.used_at FROM opening_codes c JOIN deliveries d ON d.id = c.delivery_id JOIN memories m ON m.id = d.memory_id WHERE m.user_id = ?",
  messages:
    "SELECT g.kind, g.to_name FROM messages g JOIN memories m ON m.id = g.memory_id WHERE m.user_id = ? ORDER BY g.created_at, g.kind",
};
/** What differs by its nature: ids, keys, and what is encrypted with them; of addresses and instants only whether they are there. */
const BY_NATURE = /^(id|user_id|memory_id|.*_key|.*_hash|idempotency_key|form_id|waiting_title|email|.*_email|.*_at)$/;
const ENCRYPTED = /_encrypted$/;

/** Everything the database keeps of an account, without what no two runs share. */
export async function kept(userId: string) {
  const state: Record<string, unknown[]> = {};
  for (const [name, sql] of Object.entries(QUERIES)) {
    state[name] = (await ask(sql, [userId])).map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, normalised(column, value)])),
    );
  }
  return state;
}

/** The length of what is encrypted tells whether the same text was kept. */
function normalised(column: string, value: unknown): unknown {
  if (value === null) return null;
  if (ENCRYPTED.test(column)) return column === "title_encrypted" ? "kept" : `${(value as Buffer).length} bytes`;
  return BY_NATURE.test(column) ? "there" : value;
}
