import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { link, oneLine, personName, salutation, vaultTitle } from "./props";

export const blockedNoticeProps = z.object({
  name: personName,
  title: vaultTitle,
  recipientName: personName,
  recipientEmail: oneLine,
  url: link,
});

/** To the sender, when something was due to a recipient who has blocked them. */
export function blockedNoticeMail(props: z.output<typeof blockedNoticeProps>): Email {
  const recipient = props.recipientName || "the recipient";
  return compose({
    subject: `Not delivered: ${props.title}`,
    preheader: "They’ve asked for no more letters from you at this address.",
    title: "It wasn’t delivered",
    greeting: salutation(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `We won’t send it to ${recipient}: they’ve asked for no more letters from you at this address. Nothing is lost. If they change their mind, we’ll send it then.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "Title", value: props.title },
          { label: "For", value: recipient },
          { label: "Address", value: props.recipientEmail },
        ],
      },
      { kind: "button", label: "See the delivery record", url: props.url },
    ],
    closing: "You get this email because you scheduled this memory at Amberkeep.",
  });
}
