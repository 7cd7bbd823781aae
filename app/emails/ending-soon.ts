import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { day, link, longDate, personName, salutation, vaultTitle } from "./props";

export const endingSoonProps = z.object({
  name: personName,
  title: vaultTitle,
  /** Empty for the sender. */
  senderName: personName,
  deleteOn: day,
  isLast: z.boolean(),
  /** It was not delivered; for its sender only. */
  held: z.enum(["open", "sealed"]).optional(),
  url: link,
  unsubscribeUrl: link.optional(),
});

/** The seven years are nearly over, and the vault will be deleted. Sent to its sender and its recipients. */
export function endingSoonMail(props: z.output<typeof endingSoonProps>): Email {
  return props.held ? heldMail(props) : deliveredMail(props);
}

function deliveredMail(props: z.output<typeof endingSoonProps>): Email {
  const { name, title, senderName, deleteOn, isLast, url } = props;
  const on = longDate(deleteOn);
  return compose({
    subject: isLast ? `Last chance to save “${title}”` : `Please save “${title}” before ${on}`,
    preheader: "We keep memories for seven years after they were delivered.",
    title: `Save it before ${on}`,
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: senderName
          ? `Almost seven years ago, ${senderName} sent you “${title}”. We keep what was delivered for seven years, so we’ll delete it on ${on}.`
          : `“${title}” was delivered almost seven years ago. We keep memories for seven years after that, so we’ll delete it on ${on}.`,
      },
      {
        kind: "paragraph",
        text: "You can download a copy to keep. It opens without us, and without a connection, with all its files.",
      },
      { kind: "button", label: "Save a copy", url },
      ...(isLast ? [LAST_NOTICE] : []),
    ],
    closing: senderName
      ? "You get this email because this memory was delivered to you."
      : "You get this email because you kept this memory at Amberkeep.",
    ...(props.unsubscribeUrl && stopMails(senderName, props.unsubscribeUrl)),
  });
}

function heldMail({ name, title, deleteOn, isLast, held, url }: z.output<typeof endingSoonProps>): Email {
  const on = longDate(deleteOn);
  const orSave = held === "open" ? " Or download a copy to keep." : "";
  return compose({
    subject: isLast ? `Last chance to deliver “${title}”` : `“${title}” needs another address before ${on}`,
    preheader: "We keep what we couldn’t deliver for seven years.",
    title: "It still hasn’t arrived",
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: `We couldn’t deliver “${title}”, and have kept it for almost seven years. We can’t keep it longer than that, so we’ll delete it on ${on}.`,
      },
      { kind: "paragraph", text: `Give us another address, and we’ll send it there right away.${orSave}` },
      { kind: "button", label: "See what you can do", url },
      ...(isLast ? [LAST_NOTICE] : []),
    ],
    closing: "You get this email because you kept this memory at Amberkeep.",
  });
}

export const LAST_NOTICE = { kind: "paragraph" as const, text: "This is the last email about it." };
