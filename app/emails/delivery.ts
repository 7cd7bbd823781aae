import { z } from "zod";
import { compose } from "./compose";
import { type Email, type EmailContent, stopMails } from "./content";
import { day, dear, link, longDate, oneLine, personName, writtenText } from "./props";

export const deliveryProps = z.object({
  recipientName: personName,
  senderName: personName,
  title: oneLine,
  /** In the sender's zone. */
  writtenOn: day,
  url: link,
  /** Blocks the sender for this recipient. Unset for what people send themselves. */
  stopUrl: link.optional(),
  /** Set only if the sender includes the text in the mail. */
  message: writtenText.optional(),
  /** Guests of a board entered their address themselves. */
  isGuest: z.boolean().optional(),
});

export function deliveryMail(props: z.output<typeof deliveryProps>): Email {
  return compose(deliveryContent(props));
}

export function deliveryContent(props: z.output<typeof deliveryProps>): EmailContent {
  const sender = props.senderName || "Somebody";
  const writtenOn = longDate(props.writtenOn);
  const closing = props.isGuest
    ? "You get this mail because you joined this board and left your address."
    : `You get this mail because ${sender} chose your address for it.`;
  return {
    subject: `${sender} kept something for you`,
    preheader: `Written on ${writtenOn}, to reach you now.`,
    title: `${sender} kept something for you`,
    greeting: dear(props.recipientName),
    blocks: [
      {
        kind: "paragraph",
        text: props.isGuest
          ? `You are on the list of a board that ${sender} began on ${writtenOn}, and asked us to keep until its day had come. The day has come.`
          : `On ${writtenOn}, ${sender} made something for you and asked us to keep it until the day had come. The day has come.`,
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
        text: "You need no account. To be sure that it is you, we send a code to this address when you open it.",
      },
    ],
    closing: `${closing} The link is meant for you alone.`,
    ...(props.stopUrl && stopMails(sender, props.stopUrl)),
  };
}
