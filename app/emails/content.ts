/** A mail before rendering. HTML (`letter.tsx`) and plain text (`plain-text.ts`) are both rendered from it. */
export type EmailContent = {
  subject: string;
  /** Preview text that mail programs show next to the subject. */
  preheader: string;
  /** Shown at the top; marks a rehearsal. */
  note?: string;
  title: string;
  greeting?: string;
  blocks: Block[];
  /** Small print: why the reader gets this email. */
  closing: string;
  /** Unset for mails that have no unsubscribe link. */
  unsubscribeUrl?: string | undefined;
  /** The link's text; by default it speaks of mails of this kind. */
  unsubscribeLabel?: string | undefined;
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

export const STOP_LABEL = "Stop these emails";

/** For those who may never have heard of us. */
export const ABOUT_AMBERKEEP = "Amberkeep keeps letters, pictures and recordings until their day comes.";

/** For mails that an account causes to other people. */
export function stopMails(sender: string, unsubscribeUrl: string) {
  return { unsubscribeUrl, unsubscribeLabel: `Stop emails from ${sender}` };
}

export type Email = { subject: string; html: string; text: string; unsubscribeUrl?: string };
