import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { link } from "./props";

export const newsletterConfirmProps = z.object({ url: link });

export function newsletterConfirmMail({ url }: z.output<typeof newsletterConfirmProps>): Email {
  return compose({
    subject: "Please confirm your subscription",
    preheader: "One click, and you’re on the list.",
    title: "One click left",
    greeting: "Hello,",
    blocks: [
      {
        kind: "paragraph",
        text: "Someone, probably you, asked us to send the Amberkeep newsletter to this address. Is that right?",
      },
      { kind: "button", label: "Yes, subscribe me", url },
    ],
    closing: "If it wasn’t you, do nothing. We won’t write again, and forget this address within a week.",
  });
}
