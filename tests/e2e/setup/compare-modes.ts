import { type Browser, expect } from "playwright/test";
import { type Account, openAccount } from "./accounts.ts";
import { query } from "./db.ts";
import { enter, type Page, ready } from "./fixtures.ts";
import { randomIp } from "./form-client.ts";
import type { MailFolder } from "./mailbox.ts";
import { suppressPrompt } from "./reused-context.ts";

/** `settled` waits until script has enhanced the page, in the run with script. */
export type Run = { page: Page; mailbox: MailFolder; account: Account; settled: () => Promise<void> };

/** `comparePages` are paths whose text must be the same in both modes afterwards. */
export type Action = {
  name: string;
  start?: Parameters<typeof openAccount>[1];
  act: (run: Run) => Promise<void>;
  comparePages?: string[];
};

/**
 * Runs the action with script and without, and expects the same rows in the database and the same text on the pages.
 */
export async function expectSameInBothModes(browser: Browser, mailbox: MailFolder, action: Action): Promise<void> {
  const withScript = await runAction(browser, mailbox, action, true);
  const without = await runAction(browser, mailbox, action, false);
  expect(withScript.state.profiles).toHaveLength(1);
  expect(without).toEqual(withScript);
}

async function runAction(browser: Browser, mailbox: MailFolder, action: Action, javaScriptEnabled: boolean) {
  const account = await openAccount(process.env.E2E_BASE_URL ?? "", action.start);
  const page = await openPage(browser, javaScriptEnabled);
  await enter(page, account);
  const settled = async () => (javaScriptEnabled ? ready(page) : undefined);
  await action.act({ page, mailbox, account, settled });
  const words: Record<string, string> = {};
  for (const path of action.comparePages ?? []) {
    await page.goto(path);
    await settled();
    words[path] = await textOf(page);
  }
  await page.context().close();
  return { state: await storedState(account.id), words };
}

/** Opens a page in a new browser context. */
export async function openPage(browser: Browser, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled,
    timezoneId: "UTC",
    reducedMotion: "reduce",
    extraHTTPHeaders: { "X-Forwarded-For": randomIp() },
  });
  await suppressPrompt(context);
  return context.newPage();
}

/**
 * Returns the text of a page with emails, times, fingerprints and codes replaced, and without what exists in one mode
 * only: the refresh link, and the button that copies.
 */
export async function textOf(page: Page): Promise<string> {
  const text = await page.locator("main").innerText();
  return text
    .replace(/\s*· As of \d\d:\d\d\. Refresh/, "")
    .replaceAll(/\bCopy link\b/g, "")
    .replaceAll(/\S+@\S+/g, "an address")
    .replaceAll(/\d\d:\d\d/g, "a time")
    .replaceAll(/(?:[0-9a-f]{4}\s){15}[0-9a-f]{4}/g, "a fingerprint")
    .replaceAll(/(?:\b[2-9A-Z]{4}\s*){5,}/g, "a printed code ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const QUERIES = {
  profiles: "SELECT * FROM profiles WHERE id = ?",
  sessions: "SELECT * FROM sessions WHERE user_id = ? ORDER BY created_at",
  links: "SELECT purpose, used_at FROM link_tokens WHERE user_id = ? ORDER BY created_at, purpose",
  memories: "SELECT * FROM memories WHERE user_id = ? ORDER BY created_at",
  received:
    "SELECT d.state, d.opened_at FROM deliveries d JOIN profiles p ON p.email = d.recipient_email WHERE p.id = ? ORDER BY d.created_at",
  deliveries:
    "SELECT d.state, d.recipient_name, d.opened_at FROM deliveries d JOIN memories m ON m.id = d.memory_id WHERE m.user_id = ? ORDER BY d.created_at, d.recipient_name",
  events:
    "SELECT e.kind, e.detail FROM delivery_events e JOIN memories m ON m.id = e.memory_id WHERE m.user_id = ? ORDER BY e.id",
  codes:
    "SELECT c.tries_left, c.used_at FROM opening_codes c JOIN deliveries d ON d.id = c.delivery_id JOIN memories m ON m.id = d.memory_id WHERE m.user_id = ? ORDER BY c.created_at",
  messages:
    "SELECT g.kind, g.to_name FROM messages g JOIN memories m ON m.id = g.memory_id WHERE m.user_id = ? ORDER BY g.created_at, g.kind",
};
/** Columns that differ between runs: only whether they are null is compared. */
const VARYING =
  /^(id|user_id|memory_id|.*_key|.*_hash|idempotency_key|form_id|waiting_title|saved_by|email|.*_email|.*_at)$/;
const ENCRYPTED = /_encrypted$/;
/** The worker changes it at some moment of a run. */
const CHECKED_BY_WORKER = "next_check_at";

/** Leaves out the values that differ between runs. */
export async function storedState(userId: string) {
  const state: Record<string, unknown[]> = {};
  for (const [name, sql] of Object.entries(QUERIES)) {
    state[name] = (await query(sql, [userId])).map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => column !== CHECKED_BY_WORKER)
          .map(([column, value]) => [column, normalised(column, value)]),
      ),
    );
  }
  return state;
}

/** Of encrypted columns the length is compared. */
function normalised(column: string, value: unknown): unknown {
  if (value === null) return null;
  if (ENCRYPTED.test(column)) return column === "title_encrypted" ? "encrypted" : `${(value as Buffer).length} bytes`;
  return VARYING.test(column) ? "set" : value;
}
