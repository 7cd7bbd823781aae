import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { dear, link, personName } from "./props";

export const freshLinkProps = z.object({
  recipientName: personName,
  senderName: personName,
  url: link,
  unsubscribeUrl: link.optional(),
  /** It goes to the sender’s own address. */
  isToSelf: z.boolean().optional(),
});

/** Replaces a link to a vault after too many wrong codes. */
export function freshLinkMail(props: z.output<typeof freshLinkProps>): Email {
  const { isToSelf } = props;
  const sender = props.senderName || "Someone";
  const kept = isToSelf ? "you kept" : `${sender} kept for you`;
  return compose({
    subject: `A new link to what ${kept}`,
    preheader: "The link in our earlier emails no longer works.",
    title: "Here is a new link",
    greeting: dear(isToSelf ? props.senderName : props.recipientName),
    blocks: [
      {
        kind: "paragraph",
        text: `Too many wrong codes were entered with the link in our earlier emails, so we turned it off. Nobody has read anything with it. What ${kept} is safe, and this link opens it:`,
      },
      { kind: "button", label: "Open it", url: props.url },
      {
        kind: "paragraph",
        text: "If it wasn’t you, someone else may have our earlier email. Please don’t pass this one on.",
      },
    ],
    closing: `You get this email because ${isToSelf ? "you kept this at Amberkeep" : `${sender} chose your address`}.`,
    ...(props.unsubscribeUrl && stopMails(sender, props.unsubscribeUrl)),
  });
}
