import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { boardOf, JOINED, link, personName, salutation } from "./props";

export const freshLinkProps = z.object({
  recipientName: personName,
  senderName: personName,
  url: link,
  opens: z.enum(["letter", "help"]).default("letter"),
  unsubscribeUrl: link.optional(),
  /** Guests of a board entered their address themselves. */
  isGuest: z.boolean().optional(),
  /** It goes to the sender’s own address. */
  isToSelf: z.boolean().optional(),
});

/** Replaces a link to a vault, or to the page for a legacy contact, after too many wrong codes. */
export function freshLinkMail(props: z.output<typeof freshLinkProps>): Email {
  const { isToSelf } = props;
  const isForGuest = props.isGuest && !isToSelf;
  const sender = props.senderName || "Someone";
  const isForContact = props.opens === "help";
  const kept = isToSelf ? "you kept" : `${sender} kept for you`;
  const safe = isForContact
    ? `What ${sender} kept is safe, and this link opens the page for legacy contacts:`
    : `${isForGuest ? "The board" : `What ${kept}`} is safe, and this link opens it:`;
  return compose({
    subject: isForContact
      ? `A new link to help ${sender}`
      : `A new link to ${isForGuest ? boardOf(props.senderName) : `what ${kept}`}`,
    preheader: "The link in our earlier emails no longer works.",
    title: "Here is a new link",
    greeting: salutation(isToSelf ? props.senderName : props.recipientName),
    blocks: [
      {
        kind: "paragraph",
        text: `Too many wrong codes were entered with the link in our earlier emails, so we turned it off. A wrong code opens nothing. ${safe}`,
      },
      { kind: "button", label: isForContact ? "See what you can do" : "Open it", url: props.url },
      {
        kind: "paragraph",
        text: "If it wasn’t you, someone else may have our earlier email. Please don’t pass this one on.",
      },
    ],
    closing: `You get this email because ${reasonFor(sender, { isForContact, isForGuest, isToSelf })}.`,
    ...(props.unsubscribeUrl && stopMails(sender, props.unsubscribeUrl)),
  });
}

function reasonFor(
  sender: string,
  is: { isForContact: boolean; isForGuest: boolean | undefined; isToSelf: boolean | undefined },
) {
  if (is.isForContact) return `you’re a legacy contact of ${sender} at Amberkeep`;
  if (is.isToSelf) return "you kept this at Amberkeep";
  return is.isForGuest ? JOINED : `${sender} kept something for you`;
}
