import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { firstName } from "./person-name";
import { keptFor, link, personName, salutation } from "./props";

export const legacyOpenProps = z.object({
  name: personName,
  ownerName: personName,
  recipientName: personName,
  kind: z.enum(["view", "duplicate"]),
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Gives a legacy contact access to an undeliverable vault after thirty days. */
export function legacyOpenMail(props: z.output<typeof legacyOpenProps>): Email {
  const owner = props.ownerName || "Someone";
  const recipient = keptFor(props.recipientName, props.ownerName);
  const isCopy = props.kind === "duplicate";
  return compose({
    subject: isCopy ? `${owner} wanted you to have a copy` : `You can now read what ${owner} kept`,
    preheader: isCopy
      ? `It was kept for ${recipient}, and couldn’t be delivered.`
      : "Thirty days have passed, and it still hasn’t arrived.",
    title: isCopy ? "A copy for you" : "You can read it now",
    greeting: salutation(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: isCopy
          ? `What ${owner} kept for ${recipient} couldn’t be delivered. ${firstName(owner)} wanted you to have a copy if that happened.`
          : `You asked to read what ${owner} kept for ${recipient}. Thirty days have passed, and it still hasn’t arrived.`,
      },
      { kind: "button", label: "Open it", url: props.url },
      {
        kind: "paragraph",
        text: "You don’t need an account. To make sure it’s you, we’ll email you a one-time code.",
      },
    ],
    closing: `You get this email because you’re a legacy contact of ${owner} at Amberkeep.`,
    ...(props.unsubscribeUrl && stopMails(owner, props.unsubscribeUrl)),
  });
}
