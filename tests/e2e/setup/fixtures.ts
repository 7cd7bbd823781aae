import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { test as base, expect, type Page } from "playwright/test";

export { expect };
export type { Page };

/** The installation's address goes into every `page.goto("/…")`; `mailbox` reads what it sent. */
export const test = base.extend<{ mailbox: Mailbox; person: Person }>({
  baseURL: async ({}, use) => use(process.env.E2E_BASE_URL),
  mailbox: async ({}, use) => use(new Mailbox(process.env.E2E_MAIL_FOLDER ?? "")),
  person: async ({}, use, info) => {
    const id = `${info.project.name}-${info.workerIndex}-${Date.now().toString(36)}`;
    await use({ name: "Anna Berger", email: `anna-${id}@example.org`, password: "Kept-4-Leo" });
  },
});

export type Person = { name: string; email: string; password: string };

/** The folder into which an installation without a mail provider writes its mails. */
export class Mailbox {
  constructor(private readonly folder: string) {}

  /** The newest mail to `address` whose subject matches, once it is there. */
  async waitFor(address: string, subject: RegExp): Promise<Email> {
    let found: Email | undefined;
    await expect(async () => {
      found = (await this.all(address)).find((mail) => subject.test(mail.subject ?? ""));
      expect(found, `a mail about ${subject}`).toBeDefined();
    }).toPass({ timeout: 30_000 });
    return found as Email;
  }

  /** Every mail to `address`, newest first. */
  async all(address: string): Promise<Email[]> {
    const files = await readdir(this.folder).catch(() => []);
    const mails = await Promise.all(
      files.filter((file) => file.endsWith(".eml")).map(async (file) => PostalMime.parse(await readFile(join(this.folder, file)))),
    );
    return mails
      .filter((mail) => mail.to?.some((to) => to.address === address))
      .sort((a, b) => String(b.date).localeCompare(String(a.date)));
  }
}

/** The first address in a mail's text part, relative to the installation. */
export function linkIn(mail: Email): string {
  const url = /https?:\/\/\S+/.exec(mail.text ?? "")?.[0];
  if (!url) throw new Error("The mail carries no link.");
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto("/auth?mode=signup");
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Account created successfully")).toBeVisible();
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

export type Letter = { title: string; recipientName: string; recipientEmail: string; message: string; date: string; hour?: string };

/** Writes a letter, from the dashboard to the toast that says it is scheduled. */
export async function writeLetter(page: Page, letter: Letter): Promise<void> {
  await page.goto("/create?type=send-to-someone&step=form");
  await page.getByLabel("Memory Title").fill(letter.title);
  await page.getByLabel("Recipient name").fill(letter.recipientName);
  await page.getByLabel("Recipient e-mail").fill(letter.recipientEmail);
  await page.getByLabel("Message").fill(letter.message);
  await page.getByLabel("Delivery date").fill(letter.date);
  if (letter.hour) await page.getByLabel("Hour").selectOption(letter.hour);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Your memory has been scheduled for future delivery.")).toBeVisible();
}

/** Today by the clock of UTC, as a form sends it. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
