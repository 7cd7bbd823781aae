import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { dear, link, oneLine, personName } from "./props";

export const legacyReaddressedProps = z.object({
  name: personName,
  contactName: personName,
  title: oneLine,
  recipientName: personName,
  recipientEmail: oneLine,
  url: link,
});

/** Tells a sender that a legacy contact corrected an address. */
export function legacyReaddressedMail(props: z.output<typeof legacyReaddressedProps>): Email {
  const contact = props.contactName || "Your legacy contact";
  const recipient = props.recipientName || "its recipient";
  return compose({
    subject: `${contact} gave another address for “${props.title}”`,
    preheader: "It is being delivered again.",
    title: "We are delivering it again",
    greeting: dear(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `What you kept for ${recipient} could not be delivered. Your legacy contact ${contact} gave us another address, as you allowed, and we have sent it there.`,
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
    closing: "You get this mail because you scheduled this memory at Amberkeep.",
  });
}
