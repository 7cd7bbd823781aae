import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { day, link, longDate, oneLine, personName, salutation, vaultTitle } from "./props";

export const notDeliveredProps = z.object({
  name: personName,
  title: vaultTitle,
  recipientName: personName,
  recipientEmail: oneLine,
  /** Response of the mail server or service; may be empty. */
  reason: oneLine,
  /** In the sender’s zone. */
  keptUntil: day,
  url: link,
});

/** Asks the sender for another address after every attempt has failed. */
export function notDeliveredMail(props: z.output<typeof notDeliveredProps>): Email {
  const recipient = props.recipientName || "the recipient";
  return compose({
    subject: `Not delivered yet: ${props.title}`,
    preheader: "The address doesn’t work. You can give us another one.",
    title: "It didn’t get through",
    greeting: salutation(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `We couldn’t deliver it to ${recipient}, and we have no other way to reach them. Nothing is lost: we’ll keep it until ${longDate(props.keptUntil)}. Give us another address, and we’ll send it there right away.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "Title", value: props.title },
          { label: "For", value: recipient },
          { label: "Address", value: props.recipientEmail },
          ...(props.reason ? [{ label: "What came back", value: props.reason }] : []),
        ],
      },
      { kind: "button", label: "Give another address", url: props.url },
    ],
    closing: "You get this email because you scheduled this memory at Amberkeep.",
  });
}
