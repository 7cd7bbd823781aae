import { type EmailKind, emails, renderEmail } from "~/emails/catalogue";
import type { Email } from "~/emails/content";
import { examples } from "~/emails/examples";

export type PreviewedMail = Email & { kind: EmailKind };

export function previewMails(): PreviewedMail[] {
  return Object.keys(emails).map((kind) => render(kind as EmailKind));
}

export function previewMail(kind: string): PreviewedMail | undefined {
  return Object.hasOwn(emails, kind) ? render(kind as EmailKind) : undefined;
}

function render(kind: EmailKind): PreviewedMail {
  return { kind, ...renderEmail(kind, examples[kind]) };
}
