import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { keptFor, link, personName, salutation } from "./props";

export const legacyRequestProps = z.object({
  name: personName,
  ownerName: personName,
  recipientName: personName,
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Notifies a legacy contact that a vault could not be delivered. Contains nothing of the vault. */
export function legacyRequestMail(props: z.output<typeof legacyRequestProps>): Email {
  const owner = props.ownerName || "Someone";
  const recipient = keptFor(props.recipientName, props.ownerName);
  return compose({
    subject: `Can you help with something from ${owner}?`,
    preheader: `Something for ${recipient} couldn’t be delivered.`,
    title: "We couldn’t deliver it",
    greeting: salutation(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `${owner} kept something for ${recipient}, and its day has come. We tried every way we have and couldn’t deliver it. You agreed to help if that happened, so we’re asking you.`,
      },
      { kind: "button", label: "See what you can do", url: props.url },
      {
        kind: "paragraph",
        text: "You don’t need an account. To make sure it’s you, we’ll email you a one-time code. Nothing is lost: we’re keeping it safe.",
      },
    ],
    closing: `You get this email because you’re a legacy contact of ${owner} at Amberkeep.`,
    ...(props.unsubscribeUrl && stopMails(owner, props.unsubscribeUrl)),
  });
}
