import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";

/** Much longer than the minute after which the sweep finds what no job announced. */
const PATIENCE_MS = 150_000;

type KeptMail = { raw: string; parsed?: Promise<Email> };

/** Mails never change, and there are many before a run ends: each is read once, and parsed only if it may be wanted. */
const read = new Map<string, Promise<KeptMail>>();

/** The folder into which an installation without providers writes its mails and its text messages. */
export class Mailbox {
  #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The newest mail to `address`, or text message to the number, that matches, once it is there. `subject` may be a pattern or a test of the whole mail.
   * @throws Error when it does not come
   */
  async waitFor(address: string, matches: RegExp | ((mail: Email) => boolean)): Promise<Email> {
    const fits = matches instanceof RegExp ? (mail: Email) => matches.test(mail.subject ?? "") : matches;
    for (const start = Date.now(); Date.now() - start < PATIENCE_MS; ) {
      const found = (await this.all(address)).find(fits);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`No mail about ${matches} came to ${address}.`);
  }

  /** Every mail to `address`, newest first; text messages, to a number as +49…, name it behind the reader's name. */
  async all(address: string): Promise<Email[]> {
    const files = (await readdir(this.#folder).catch(() => [])).filter((file) => file.endsWith(".eml"));
    const kept = await Promise.all(files.map((file) => this.#open(file)));
    const mails = await Promise.all(kept.filter(({ raw }) => mayBeTo(raw, address)).map(parse));
    return mails
      .filter((mail) => mail.to?.some((to) => to.address === address || to.name?.endsWith(` ${address}`)))
      .sort((a, b) => String(b.date).localeCompare(String(a.date)));
  }

  #open(file: string): Promise<KeptMail> {
    const path = join(this.#folder, file);
    const known = read.get(path) ?? readFile(path, "latin1").then((raw) => ({ raw }));
    read.set(path, known);
    return known;
  }
}

/** Encoded words (RFC 2047) can hide the number that a text message names. */
function mayBeTo(raw: string, address: string): boolean {
  const headers = raw.slice(0, raw.indexOf("\r\n\r\n"));
  return headers.includes(address) || /^To:.*(?:\n[ \t].*)*=\?/m.test(headers);
}

function parse(mail: KeptMail): Promise<Email> {
  mail.parsed ??= PostalMime.parse(Buffer.from(mail.raw, "latin1"));
  return mail.parsed;
}

/** The first address in a mail's text part, relative to the installation. */
export function linkIn(mail: Email): string {
  const url = /https?:\/\/\S+/.exec(mail.text ?? "")?.[0];
  if (!url) throw new Error("The mail carries no link.");
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** The six digits that a mail brings. */
export function codeIn(mail: Email): string {
  const code = /\b\d{3} ?\d{3}\b/.exec(`${mail.subject} ${mail.text}`)?.[0];
  if (!code) throw new Error("The mail carries no code.");
  return code.replace(" ", "");
}
