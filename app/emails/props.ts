import { z } from "zod";

/** Words for a subject or a sentence: one line, whatever was typed. */
export const oneLine = z.string().transform((text) =>
  text
    .replace(/\p{Surrogate}/gu, "\u{FFFD}")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\s\u0000-\u001F\u007F-\u009F]+/g, " ")
    .trim(),
);

/** What a person wrote. Line ends become LF; nothing else changes but what no mail can carry (NUL, halves of characters). */
export const writtenText = z.string().transform((text) =>
  text
    .replace(/\r\n?/g, "\n")
    .replaceAll("\0", "")
    .replace(/\p{Surrogate}/gu, "\u{FFFD}"),
);

export const link = z.url({ protocol: /^https?$/ });

/** A calendar date, `YYYY-MM-DD`. */
export const day = z.iso.date();

const inFull = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** `2026-11-20` as `November 20, 2026`. */
export function dayInFull(date: string): string {
  return inFull.format(new Date(`${date}T00:00:00Z`));
}

/** `Dear Mia,`, or a plain hello where no name is known. */
export function dear(name: string): string {
  return name ? `Dear ${name},` : "Hello,";
}
