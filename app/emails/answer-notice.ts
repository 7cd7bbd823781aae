import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { firstName } from "./person-name";
import { link, personName, salutation, vaultTitle } from "./props";

export const answerNoticeProps = z.object({
  recipientName: personName,
  senderName: personName,
  title: vaultTitle,
  url: link,
  /** The link needs a login: an account received the letter at an earlier address. */
  isInAccount: z.boolean().optional(),
  unsubscribeUrl: link.optional(),
});

/** Notifies a recipient that the sender replied. Contains no text of the reply. */
export function answerNoticeMail({
  recipientName,
  senderName,
  title,
  url,
  isInAccount,
  unsubscribeUrl,
}: z.output<typeof answerNoticeProps>): Email {
  const sender = senderName || "The sender";
  const first = firstName(sender);
  return compose({
    subject: `${sender} answered you`,
    preheader: "You can read it where you read the letter.",
    title: `${first} answered you`,
    greeting: salutation(recipientName),
    blocks: [
      {
        kind: "paragraph",
        text: `${sender} answered what you wrote. To keep it private, the answer isn’t in this email. You’ll find it below what ${first} kept for you, and you can write back there.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "From", value: sender },
          { label: "About", value: title },
        ],
      },
      { kind: "button", label: "Read the answer", url },
      {
        kind: "paragraph",
        text: isInAccount
          ? "It’s in your account at Amberkeep: please log in to read it."
          : "You don’t need an account. To make sure it’s you, we may email you a one-time code.",
      },
    ],
    closing: "You get this email because you replied to a memory at Amberkeep.",
    ...(unsubscribeUrl && stopMails(sender, unsubscribeUrl)),
  });
}
