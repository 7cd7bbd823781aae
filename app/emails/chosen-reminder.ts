import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { boardOf, day, link, longDate, personName, salutation, vaultTitle } from "./props";

export const chosenReminderProps = z.object({
  recipientName: personName,
  senderName: personName,
  title: vaultTitle,
  /** In the sender’s zone. */
  writtenOn: day,
  url: link,
  /** The link needs a login: an account received the letter at an earlier address. */
  isInAccount: z.boolean().optional(),
  /** Blocks the sender for this recipient. Unset for the sender’s own copy. */
  stopUrl: link.optional(),
  /** It goes to the sender’s own address. */
  isToSelf: z.boolean().optional(),
  /** It goes to a guest of the board. */
  isGuest: z.boolean().optional(),
});

/** Reminds a recipient of a vault on the day they chose. */
export function chosenReminderMail(props: z.output<typeof chosenReminderProps>): Email {
  const { isToSelf, isGuest } = props;
  const sender = props.senderName || "Someone";
  const board = isGuest && boardOf(props.senderName);
  return compose({
    subject: `As you asked: ${isToSelf ? props.title : board || `something from ${sender}`}`,
    preheader: "You asked us to remind you of it.",
    title: "You wanted to come back to this",
    greeting: salutation(isToSelf ? props.senderName : props.recipientName),
    blocks: [
      {
        kind: "paragraph",
        text: `You asked us to remind you of ${isToSelf ? "what you kept" : board || `what ${sender} kept for you`}. It’s here, just as it was.`,
      },
      {
        kind: "facts",
        facts: [
          ...(isToSelf ? [] : [{ label: "From", value: sender }]),
          { label: "Title", value: props.title },
          { label: "Written", value: longDate(props.writtenOn) },
        ],
      },
      { kind: "button", label: "Open it", url: props.url },
      {
        kind: "paragraph",
        text: `${props.isInAccount ? "It’s in your account at Amberkeep: please log in to open it. " : ""}Not now after all? You can choose another day on the same page.`,
      },
    ],
    closing: "You get this email because you asked for it. It comes only once.",
    ...(props.stopUrl && stopMails(sender, props.stopUrl)),
  });
}
