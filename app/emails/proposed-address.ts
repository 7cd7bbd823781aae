import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { day, link, longDate, oneLine, personName, salutation, vaultTitle } from "./props";

export const proposedAddressProps = z.object({
  name: personName,
  contactName: personName,
  /** A legacy contact; otherwise the backup contact. */
  isLegacy: z.boolean(),
  title: vaultTitle,
  recipientName: personName,
  recipientEmail: oneLine,
  /** In the sender’s zone. */
  sentOn: day,
  /** Stops the proposal. */
  url: link,
});

/** Notifies a sender of another address for a recipient, while they can still stop it. */
export function proposedAddressMail(props: z.output<typeof proposedAddressProps>): Email {
  const kind = props.isLegacy ? "legacy contact" : "backup contact";
  const contact = props.contactName || `Your ${kind}`;
  const recipient = props.recipientName || "the recipient";
  const sentOn = longDate(props.sentOn);
  return compose({
    subject: `${contact} gave another address for “${props.title}”`,
    preheader: `Is it right? You can stop it until ${sentOn}.`,
    title: "Is this address right?",
    greeting: salutation(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `What you kept for ${recipient} couldn’t be delivered. Your ${kind} ${props.contactName} gave us the address below. We’ll send it there on ${sentOn}, unless you stop it.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "Title", value: props.title },
          { label: "For", value: recipient },
          { label: "Address", value: props.recipientEmail },
        ],
      },
      {
        kind: "paragraph",
        text: "If the address is right, there’s nothing to do. If you don’t know it, or if it isn’t theirs, please stop it:",
      },
      { kind: "button", label: "Stop it", url: props.url },
    ],
    closing: "You get this email because you scheduled this memory at Amberkeep.",
  });
}
