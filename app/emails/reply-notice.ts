import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { firstName } from "./person-name";
import { link, personName, salutation, vaultTitle } from "./props";

export const replyNoticeProps = z.object({
  name: personName,
  /** The recipient who replied. */
  fromName: personName,
  title: vaultTitle,
  /** False while the recipient takes no emails from the sender, or about the vault. */
  canAnswer: z.boolean().default(true),
  /** The conversation. */
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Notifies the sender of a vault of a reply, without the text. */
export function replyNoticeMail({
  name,
  fromName,
  title,
  canAnswer,
  url,
  unsubscribeUrl,
}: z.output<typeof replyNoticeProps>): Email {
  const writer = fromName || "The recipient";
  const where = canAnswer
    ? "You can read it at Amberkeep, and answer there."
    : "You can read it at Amberkeep. They’ve asked us not to email them, so you can’t answer.";
  return compose({
    subject: `${writer} wrote back to you`,
    preheader: "Their reply is waiting for you at Amberkeep.",
    title: `${firstName(writer)} wrote back`,
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: `${writer} has read what you kept for them and wrote back. To keep it private, the reply isn’t in this email. ${where}`,
      },
      {
        kind: "facts",
        facts: [
          { label: "From", value: writer },
          { label: "About", value: title },
        ],
      },
      { kind: "button", label: "Read the reply", url },
    ],
    closing: "You get this email because someone replied to a memory you sent with Amberkeep.",
    unsubscribeUrl,
  });
}
