import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";

/** Longer than a task of the timetable takes on a busy machine. */
const TIMEOUT_MS = 150_000;

type MailFile = { raw: string; parsed?: Promise<Email> };

/** Caches mails: each is read once, and parsed only if it may match. */
const read = new Map<string, Promise<MailFile>>();

/** The folder into which an installation without providers writes its mails and text messages. */
export class MailFolder {
  #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Waits for a mail to the email `address`, or a text message to the phone number, and returns the newest one.
   * `matches` is a pattern of the subject or a test of the whole mail.
   * @throws Error when none arrives in time
   */
  async waitFor(address: string, matches: RegExp | ((mail: Email) => boolean)): Promise<Email> {
    const fits = matches instanceof RegExp ? (mail: Email) => matches.test(mail.subject ?? "") : matches;
    for (const start = Date.now(); Date.now() - start < TIMEOUT_MS; ) {
      const found = (await this.all(address)).find(fits);
      if (found) return found;
      await pause(50);
    }
    throw new Error(`No mail that matches ${matches} arrived at ${address}.`);
  }

  /** Returns every mail to `address`, newest first. Text messages have the number (+49…) after the recipient's name. */
  async all(address: string): Promise<Email[]> {
    const files = (await readdir(this.#folder).catch(() => [])).filter((file) => file.endsWith(".eml"));
    const kept = await Promise.all(files.map((file) => this.#open(file)));
    const mails = await Promise.all(kept.filter(({ raw }) => mayBeTo(raw, address)).map(parse));
    return mails
      .filter((mail) => mail.to?.some((to) => to.address === address || to.name?.endsWith(` ${address}`)))
      .sort((a, b) => String(b.date).localeCompare(String(a.date)));
  }

  #open(file: string): Promise<MailFile> {
    const path = join(this.#folder, file);
    const known = read.get(path) ?? readFile(path, "latin1").then((raw) => ({ raw }));
    read.set(path, known);
    return known;
  }
}

/** A number may be in an encoded word (RFC 2047). */
function mayBeTo(raw: string, address: string): boolean {
  const headers = raw.slice(0, raw.indexOf("\r\n\r\n"));
  return headers.includes(address) || /^To:.*(?:\n[ \t].*)*=\?/m.test(headers);
}

function parse(mail: MailFile): Promise<Email> {
  mail.parsed ??= PostalMime.parse(Buffer.from(mail.raw, "latin1"));
  return mail.parsed;
}

/** Returns the path and query of the first URL in a mail's text part. */
export function linkIn(mail: Email): string {
  const url = /https?:\/\/\S+/.exec(mail.text ?? "")?.[0];
  if (!url) throw new Error("The mail has no link.");
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Returns the six digits of the code in a mail. */
export function codeIn(mail: Email): string {
  const code = /\b\d{3} ?\d{3}\b/.exec(`${mail.subject} ${mail.text}`)?.[0];
  if (!code) throw new Error("The mail has no code.");
  return code.replace(" ", "");
}
