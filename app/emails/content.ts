/**
 * What a mail says, before it has a form. The HTML and the plain text are both made from this one value
 * (`letter.tsx`, `plain-text.ts`), so that neither can say what the other does not.
 */
export type EmailContent = {
  subject: string;
  /** The line that mail programs show beside the subject, before the mail is opened. */
  preheader: string;
  /** What must be known before reading on: that it is a rehearsal. */
  note?: string;
  title: string;
  greeting?: string;
  blocks: Block[];
  /** Why the reader gets this mail: the small print at its foot. */
  closing: string;
  /** Where mails of this kind can be ended, if the reader may do without them. */
  unsubscribeUrl?: string | undefined;
};

export type Block =
  | { kind: "paragraph"; text: string }
  | { kind: "button"; label: string; url: string }
  | { kind: "facts"; facts: Fact[] }
  | { kind: "code"; code: string }
  /** What a person wrote: kept exactly, line by line and space by space. */
  | { kind: "letter"; text: string }
  /** Lines of 72 columns at most that a program may read again: kept exactly. */
  | { kind: "document"; lines: string };

export type Fact = { label: string; value: string };

/** The words of the link to `unsubscribeUrl`. */
export const STOP_LABEL = "Stop mails of this kind";

/** One mail, ready to be sent. `unsubscribeUrl`: where mails of its kind can be ended. */
export type Email = { subject: string; html: string; text: string; unsubscribeUrl?: string };
