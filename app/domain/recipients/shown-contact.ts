import type { Contact } from "./opening-link.server";

/** The email or phone number that a link was sent to, shortened for pages: "t…@example.org". */
export type ShownContact = { kind: "address" | "number"; shown: string };

/** Enough for its owner to recognise it. */
export function shownContact({ recipientEmail, phone }: Contact): ShownContact {
  if (phone) return { kind: "number", shown: `…${phone.slice(-2)}` };
  return { kind: "address", shown: recipientEmail.replace(/^(.)[^@]*/u, "$1…") };
}
