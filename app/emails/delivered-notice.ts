import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { day, dear, link, longDate, oneLine, personName } from "./props";

export const deliveredNoticeProps = z.object({
  name: personName,
  title: oneLine,
  recipientName: personName,
  /** In the sender's zone. */
  deliveredOn: day,
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Never says "arrived": a mail that a provider accepted may still not reach anyone. */
export function deliveredNoticeMail(props: z.output<typeof deliveredNoticeProps>): Email {
  const recipient = props.recipientName || "its recipient";
  return compose({
    subject: `Handed over: ${props.title}`,
    preheader: "Our mail service took it, and we go on watching.",
    title: "It is on its way",
    greeting: dear(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `On ${longDate(props.deliveredOn)} our mail service took what you kept, on its way to ${recipient}. We go on watching whether it arrives, and tell you if it does not.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "Title", value: props.title },
          { label: "For", value: recipient },
          { label: "Handed over", value: longDate(props.deliveredOn) },
        ],
      },
      { kind: "button", label: "See the delivery record", url: props.url },
    ],
    closing: "You get this mail because you scheduled this memory at Amberkeep.",
    unsubscribeUrl: props.unsubscribeUrl,
  });
}
