import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { link, oneLine } from "./props";

export const newsletterIssueProps = z.object({
  subject: oneLine,
  paragraphs: z.array(oneLine),
  url: link,
  unsubscribeUrl: link,
});

export function newsletterIssueMail(props: z.output<typeof newsletterIssueProps>): Email {
  const { subject, paragraphs, url, unsubscribeUrl } = props;
  return compose({
    subject,
    preheader: paragraphs[0] ?? "",
    title: subject,
    blocks: [
      ...paragraphs.map((text) => ({ kind: "paragraph" as const, text })),
      { kind: "button", label: "Open Amberkeep", url },
    ],
    closing: "You get this email because you subscribed to the Amberkeep newsletter.",
    unsubscribeUrl,
  });
}
