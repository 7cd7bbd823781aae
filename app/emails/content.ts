/**
 * The content of a mail. HTML and plain text are both rendered from this value (`letter.tsx`, `plain-text.ts`), so that
 * neither says more than the other.
 */
export type EmailContent = {
  subject: string;
  /** The preview that mail programs show beside the subject. */
  preheader: string;
  /** A notice at the top: that it is a rehearsal. */
  note?: string;
  title: string;
  greeting?: string;
  blocks: Block[];
  /** Why the reader gets this mail: the small print at its foot. */
  closing: string;
  /** Where this kind of mail can be ended, if it can. */
  unsubscribeUrl?: string | undefined;
};

export type Block =
  | { kind: "paragraph"; text: string }
  | { kind: "button"; label: string; url: string }
  | { kind: "facts"; facts: Fact[] }
  | { kind: "code"; code: string }
  /** Text written by a person, rendered exactly. */
  | { kind: "letter"; text: string }
  /** Machine-readable lines of at most 72 columns, rendered exactly. */
  | { kind: "document"; lines: string };

export type Fact = { label: string; value: string };

/** The label of the link to `unsubscribeUrl`. */
export const STOP_LABEL = "Stop mails of this kind";

/** A rendered mail. `unsubscribeUrl`: where this kind of mail can be ended. */
export type Email = { subject: string; html: string; text: string; unsubscribeUrl?: string };
