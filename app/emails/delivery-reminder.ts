import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { day, dear, link, longDate, oneLine, personName } from "./props";

export const deliveryReminderProps = z.object({
  recipientName: personName,
  senderName: personName,
  title: oneLine,
  /** In the sender's zone. */
  handedOverOn: day,
  url: link,
  /** Blocks the sender for this recipient. Unset for what people send themselves. */
  stopUrl: link.optional(),
});

/** Reminds a recipient of an unopened vault. */
export function deliveryReminderMail(props: z.output<typeof deliveryReminderProps>): Email {
  const sender = props.senderName || "Somebody";
  const handedOverOn = longDate(props.handedOverOn);
  return compose({
    subject: `Still here for you: something from ${sender}`,
    preheader: `Since ${handedOverOn} it has been waiting to be opened.`,
    title: "It is still waiting for you",
    greeting: dear(props.recipientName),
    blocks: [
      {
        kind: "paragraph",
        text: `On ${handedOverOn} we wrote to you that ${sender} kept something for you. It has not been opened yet. Perhaps our mail was lost among others, so here is the way in again. There is no hurry.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "From", value: sender },
          { label: "Title", value: props.title },
        ],
      },
      { kind: "button", label: "Open it", url: props.url },
      {
        kind: "paragraph",
        text: "You need no account. To be sure that it is you, we send a code to this address when you open it.",
      },
    ],
    closing: `You get this mail because ${sender} chose your address. We remind you twice at most.`,
    ...(props.stopUrl && stopMails(sender, props.stopUrl)),
  });
}
