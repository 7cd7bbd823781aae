import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { day, dear, link, longDate, oneLine, personName } from "./props";

export const notDeliveredProps = z.object({
  name: personName,
  title: oneLine,
  recipientName: personName,
  recipientEmail: oneLine,
  /** Response of the mail server or service; may be empty. */
  reason: oneLine,
  /** In the sender's zone. */
  keptUntil: day,
  url: link,
});

/** Asks the sender for another address after every attempt has failed. */
export function notDeliveredMail(props: z.output<typeof notDeliveredProps>): Email {
  const recipient = props.recipientName || "its recipient";
  return compose({
    subject: `Not delivered yet: ${props.title}`,
    preheader: "The address does not take mail. You can give another one.",
    title: "It did not get through",
    greeting: dear(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `The letter to ${recipient} could not be delivered, and we know no other way. Nothing is lost: until ${longDate(props.keptUntil)} we keep what you wrote. If you give us another address, we send it there at once.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "Title", value: props.title },
          { label: "For", value: recipient },
          { label: "Address", value: props.recipientEmail },
          ...(props.reason ? [{ label: "Answer", value: props.reason }] : []),
        ],
      },
      { kind: "button", label: "Give another address", url: props.url },
    ],
    closing: "You get this mail because you scheduled this memory at Amberkeep.",
  });
}
