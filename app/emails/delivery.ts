import { z } from "zod";
import { compose } from "./compose";
import type { Email, EmailContent } from "./content";
import { day, dear, link, longDate, oneLine, personName, writtenText } from "./props";

export const deliveryProps = z.object({
  recipientName: personName,
  senderName: personName,
  title: oneLine,
  /** In the sender’s zone. */
  writtenOn: day,
  url: link,
  /** Set only if the sender includes the text in the mail. */
  message: writtenText.optional(),
  /** Guests of a board entered their address themselves. */
  isGuest: z.boolean().optional(),
});

export function deliveryMail(props: z.output<typeof deliveryProps>): Email {
  return compose(deliveryContent(props));
}

export function deliveryContent(props: z.output<typeof deliveryProps>): EmailContent {
  const sender = props.senderName || "Someone";
  const writtenOn = longDate(props.writtenOn);
  const closing = props.isGuest
    ? "You get this email because you joined this board and left your address."
    : `You get this email because ${sender} chose your address.`;
  return {
    subject: `${sender} kept something for you`,
    preheader: `Written on ${writtenOn}. It’s yours to open now.`,
    title: `${sender} kept something for you`,
    greeting: dear(props.recipientName),
    blocks: [
      {
        kind: "paragraph",
        text: props.isGuest
          ? `You joined a memory board that ${sender} started on ${writtenOn} and asked us to keep until today. Now it’s open.`
          : `On ${writtenOn}, ${sender} made something for you and asked us to keep it until today.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "From", value: sender },
          { label: "Title", value: props.title },
          { label: "Written", value: writtenOn },
        ],
      },
      ...(props.message ? [{ kind: "letter" as const, text: props.message }] : []),
      { kind: "button", label: props.message ? "Open it on Amberkeep" : "Open it", url: props.url },
      {
        kind: "paragraph",
        text: "You don’t need an account. To make sure it’s you, we’ll email you a one-time code.",
      },
    ],
    closing: `${closing} The link is only for you. Amberkeep keeps letters, pictures and recordings until their day comes.`,
  };
}
