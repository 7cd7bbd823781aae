import { z } from "zod";
import { firstName, safePersonName } from "./person-name";

/** For subjects and sentences: reduced to one line. */
export const oneLine = z.string().transform((text) =>
  text
    .replace(/\p{Surrogate}/gu, "\u{FFFD}")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\s\u0000-\u001F\u007F-\u009F]+/g, " ")
    // Bidi controls would make a subject read in a different order.
    .replace(/\p{Bidi_Control}/gu, "")
    .trim(),
);

/** For names: nothing in them turns into a link. */
export const personName = oneLine.transform(safePersonName);

/** For titles of vaults: mail programs would turn a host in them into a link. */
export const vaultTitle = oneLine.transform((title) =>
  title.replace(/(?<=[\p{L}\p{M}\p{N}-])(\.(?=xn--|\p{L}[\p{L}\p{M}])|[。．｡](?=[a-z]{2}))|:(?=\/\/)/giu, "$& "),
);

/** Converts line endings to LF and removes what a mail cannot carry: NUL and lone surrogates. */
export const writtenText = z.string().transform((text) =>
  text
    .replace(/\r\n?/g, "\n")
    .replaceAll("\0", "")
    .replace(/\p{Surrogate}/gu, "\u{FFFD}"),
);

export const link = z.url({ protocol: /^https?$/ });

/** `YYYY-MM-DD`. */
export const day = z.iso.date();

const inFull = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Formats `2026-11-20` as `November 20, 2026`. */
export function longDate(date: string): string {
  return inFull.format(new Date(`${date}T00:00:00Z`));
}

/** For mails to third parties: a message to oneself must not be for the same name twice. */
export function keptFor(recipientName: string, ownerName: string): string {
  if (recipientName === ownerName && ownerName !== "") return "their future self";
  return recipientName || "someone";
}

/** Why guests of a board get a mail. */
export const JOINED = "you joined this board and left your address";

/** For its guests. */
export function boardOf(hostName: string): string {
  return hostName ? `${hostName}’s memory board` : "the memory board";
}

export function salutation(name: string): string {
  return name ? `Dear ${firstName(name)},` : "Hello,";
}
