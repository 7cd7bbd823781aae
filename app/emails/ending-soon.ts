import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { day, dear, link, longDate, oneLine, personName } from "./props";

export const endingSoonProps = z.object({
  name: personName,
  title: oneLine,
  /** Empty for the sender. */
  senderName: personName,
  deleteOn: day,
  isLast: z.boolean(),
  url: link,
  unsubscribeUrl: link.optional(),
});

/** The seven years are nearly over, and the vault will be deleted. Sent to its sender and its recipients. */
export function endingSoonMail(props: z.output<typeof endingSoonProps>): Email {
  const { name, title, senderName, deleteOn, isLast, url } = props;
  const on = longDate(deleteOn);
  return compose({
    subject: isLast ? `Last chance to save “${title}”` : `Please save “${title}” before ${on}`,
    preheader: "We keep memories for seven years after they were delivered.",
    title: `Save it before ${on}`,
    greeting: dear(name),
    blocks: [
      {
        kind: "paragraph",
        text: senderName
          ? `Seven years ago ${senderName} sent you “${title}”. We keep what was delivered for seven years, so we’ll delete it on ${on}.`
          : `“${title}” was delivered almost seven years ago. We keep memories for seven years after that, so we’ll delete it on ${on}.`,
      },
      {
        kind: "paragraph",
        text: "You can download a copy to keep. It opens without us, and without a connection, with all its files.",
      },
      { kind: "button", label: "Save a copy", url },
      ...(isLast ? [{ kind: "paragraph" as const, text: "This is the last email about it." }] : []),
    ],
    closing: senderName
      ? "You get this email because this memory was delivered to you."
      : "You get this email because you kept this memory at Amberkeep.",
    ...(props.unsubscribeUrl && stopMails(senderName, props.unsubscribeUrl)),
  });
}
