import { z } from "zod";
import { compose } from "./compose";
import { ABOUT_AMBERKEEP, type Block, type Email, type EmailContent, stopMails } from "./content";
import { day, link, longDate, personName, salutation, vaultTitle, writtenText } from "./props";

export const deliveryProps = z.object({
  recipientName: personName,
  senderName: personName,
  title: vaultTitle,
  /** In the sender’s zone. */
  writtenOn: day,
  /** The day that the sender chose, once it has passed. */
  until: day.optional(),
  url: link,
  /** Blocks the sender for this recipient. Unset for the sender’s own copy. */
  stopUrl: link.optional(),
  /** Set only if the sender includes the text in the mail. */
  message: writtenText.optional(),
  /** Guests of a board entered their address themselves. */
  isGuest: z.boolean().optional(),
  /** It goes to the sender’s own address. */
  isToSelf: z.boolean().optional(),
  /** What the sender kept, for a mail to themselves. */
  ownKind: z.enum(["for_oneself", "for_other", "board"]).default("for_oneself"),
});

export function deliveryMail(props: z.output<typeof deliveryProps>): Email {
  return compose(deliveryContent(props));
}

/** Gmail hides what follows the first 102 kB of HTML, where lines are elements and quotes are entities. */
const isTooLong = (letter: string) =>
  Buffer.byteLength(letter.replaceAll("\n", "_".repeat(45)).replace(/["'&<>]/g, "_".repeat(6))) > 90_000;

export function deliveryContent(props: z.output<typeof deliveryProps>): EmailContent {
  const sender = props.senderName || "Someone";
  const writtenOn = longDate(props.writtenOn);
  const isBoard = props.isToSelf ? props.ownKind === "board" : props.isGuest;
  const { title, subject = title, intro, closing } = wordsFor(props, sender, writtenOn);
  const letter: Block[] = props.message ? [{ kind: "letter", text: props.message }] : [];
  const opening: Block[] = [
    { kind: "button", label: props.message ? "Open it on Amberkeep" : "Open it", url: props.url },
    {
      kind: "paragraph",
      text: `You don’t need ${props.isToSelf ? "to log in" : "an account"}. To make sure it’s you, we’ll email you a one-time code.`,
    },
  ];
  return {
    subject,
    preheader: `${isBoard ? "Started" : "Written"} on ${writtenOn}. It’s yours to open now.`,
    title,
    greeting: salutation(props.isToSelf ? props.senderName : props.recipientName),
    blocks: [
      { kind: "paragraph", text: intro },
      {
        kind: "facts",
        facts: [
          ...(props.isToSelf ? [] : [{ label: "From", value: sender }]),
          { label: "Title", value: props.title },
          { label: isBoard ? "Started" : "Written", value: writtenOn },
        ],
      },
      ...(isTooLong(props.message ?? "") ? [...opening, ...letter] : [...letter, ...opening]),
    ],
    closing: `${closing} The link is only for you. ${ABOUT_AMBERKEEP}`,
    ...(props.stopUrl && stopMails(sender, props.stopUrl)),
  };
}

type Words = { title: string; subject?: string; intro: string; closing: string };

function wordsFor(props: z.output<typeof deliveryProps>, sender: string, writtenOn: string): Words {
  const { isGuest, isToSelf } = props;
  const until = props.until ? longDate(props.until) : "today";
  if (isToSelf) return ownWords(props, { writtenOn, until });
  if (isGuest) {
    return {
      title: props.senderName ? `${sender}’s memory board is open` : "The memory board is open",
      intro: `You joined a memory board that ${sender} started on ${writtenOn} and asked us to keep until ${until}. Now it’s open.`,
      closing: "You get this email because you joined this board and left your address.",
    };
  }
  return {
    title: `${sender} kept something for you`,
    intro: `On ${writtenOn}, ${sender} made something for you and asked us to keep it until ${until}.`,
    closing: `You get this email because ${sender} chose your address. Replies to it don’t reach them.`,
  };
}

function ownWords(
  { ownKind, title, recipientName }: z.output<typeof deliveryProps>,
  { writtenOn, until }: { writtenOn: string; until: string },
): Words {
  if (ownKind === "board") {
    return {
      title: "Your memory board is ready",
      subject: `Your memory board is ready: ${title}`,
      intro: `On ${writtenOn}, you started this memory board and asked us to keep it until ${until}. Now it’s open.`,
      closing: "You get this email because you started this board.",
    };
  }
  const whom = ownKind === "for_other" ? recipientName : "yourself";
  return {
    title: `You kept something for ${whom}`,
    intro: `On ${writtenOn}, you made something for ${whom} and asked us to keep it until ${until}.`,
    closing: "You get this email because you chose this address.",
  };
}
