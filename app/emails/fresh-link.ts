import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { dear, link, personName } from "./props";

export const freshLinkProps = z.object({
  recipientName: personName,
  senderName: personName,
  url: link,
  opens: z.enum(["letter", "help"]).default("letter"),
  unsubscribeUrl: link.optional(),
});

/** Replaces a link to a vault, or to the page for a legacy contact, after too many wrong codes. */
export function freshLinkMail(props: z.output<typeof freshLinkProps>): Email {
  const sender = props.senderName || "Someone";
  const isForContact = props.opens === "help";
  return compose({
    subject: isForContact ? `A new link to help ${sender}` : `A new link to what ${sender} kept for you`,
    preheader: "The link in our earlier emails no longer works.",
    title: "Here is a new link",
    greeting: dear(props.recipientName),
    blocks: [
      {
        kind: "paragraph",
        text: `Too many wrong codes were entered with the link in our earlier emails, so we turned it off. Nobody has read anything with it. ${isForContact ? `What ${sender} kept is safe, and this link opens the page for legacy contacts:` : `What ${sender} kept for you is safe, and this link opens it:`}`,
      },
      { kind: "button", label: isForContact ? "See what you can do" : "Open it", url: props.url },
      {
        kind: "paragraph",
        text: "If it wasn’t you, someone else may have our earlier email. Please don’t pass this one on.",
      },
    ],
    closing: isForContact
      ? `You get this email because you’re a legacy contact of ${sender} at Amberkeep.`
      : `You get this email because ${sender} chose your address.`,
    ...(props.unsubscribeUrl && stopMails(sender, props.unsubscribeUrl)),
  });
}
