import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { LAST_NOTICE } from "./ending-soon";
import { firstName } from "./person-name";
import { day, keptFor, link, longDate, personName, salutation } from "./props";

export const legacyEndingProps = z.object({
  name: personName,
  ownerName: personName,
  recipientName: personName,
  deleteOn: day,
  isLast: z.boolean(),
  url: link,
  unsubscribeUrl: link.optional(),
});

/** To a legacy contact who can read a vault that will be deleted. Contains nothing of it. */
export function legacyEndingMail(props: z.output<typeof legacyEndingProps>): Email {
  const owner = props.ownerName || "Someone";
  const recipient = keptFor(props.recipientName, props.ownerName);
  const on = longDate(props.deleteOn);
  return compose({
    subject: props.isLast ? `Last chance to save what ${owner} kept` : `Please save what ${owner} kept before ${on}`,
    preheader: "We can’t keep it for longer than seven years.",
    title: `Save it before ${on}`,
    greeting: salutation(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `As a legacy contact of ${owner}, you can read what ${firstName(owner)} kept for ${recipient}. We can’t keep it for longer than seven years, so we’ll delete it on ${on}.`,
      },
      {
        kind: "paragraph",
        text: "You can download a copy to keep. It opens without us, and without a connection, with all its files.",
      },
      { kind: "button", label: "Save a copy", url: props.url },
      ...(props.isLast ? [LAST_NOTICE] : []),
    ],
    closing: `You get this email because you’re a legacy contact of ${owner} at Amberkeep.`,
    ...(props.unsubscribeUrl && stopMails(owner, props.unsubscribeUrl)),
  });
}
