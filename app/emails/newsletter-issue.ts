import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { link, oneLine, personName, salutation } from "./props";

export const newsletterIssueProps = z.object({
  subject: oneLine,
  paragraphs: z.array(oneLine),
  url: link,
  unsubscribeUrl: link,
  /** Name and postal address, which commercial mails have to state. */
  operator: oneLine.optional(),
});

export function newsletterIssueMail(props: z.output<typeof newsletterIssueProps>): Email {
  return issueMail(props, "You get this email because you subscribed to the Amberkeep newsletter.");
}

/** For accounts, by their notification settings. */
export const accountIssueProps = newsletterIssueProps.extend({ name: personName, unsubscribeUrl: link.optional() });

export function productUpdateMail(props: z.output<typeof accountIssueProps>): Email {
  return accountIssueMail(props, "Product updates");
}

export function marketingEmailMail(props: z.output<typeof accountIssueProps>): Email {
  return accountIssueMail(props, "Marketing emails");
}

/** Sent whatever the settings: changes of the terms, or the end of the service. */
export function announcementMail({ name, ...issue }: z.output<typeof accountIssueProps>): Email {
  return issueMail(
    { ...issue, greeting: salutation(name) },
    "You get this email because you have an account at Amberkeep. It’s about the service itself, so it goes to every account.",
  );
}

function accountIssueMail({ name, ...issue }: z.output<typeof accountIssueProps>, setting: string): Email {
  return issueMail(
    { ...issue, greeting: salutation(name) },
    `You get this email because “${setting}” is on in your account.`,
  );
}

type Issue = Omit<z.output<typeof newsletterIssueProps>, "unsubscribeUrl"> & {
  greeting?: string;
  unsubscribeUrl?: string | undefined;
};

function issueMail({ subject, paragraphs, url, operator, ...rest }: Issue, reason: string): Email {
  return compose({
    subject,
    preheader: paragraphs[0] ?? "",
    title: subject,
    blocks: [
      ...paragraphs.map((text) => ({ kind: "paragraph" as const, text })),
      { kind: "button", label: "Open Amberkeep", url },
    ],
    closing: operator ? `${reason} Sent by ${operator}.` : reason,
    ...rest,
  });
}
