import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { dear, link, oneLine, personName } from "./props";

export const answerNoticeProps = z.object({
  recipientName: personName,
  senderName: personName,
  title: oneLine,
  url: link,
});

/** Tells a recipient that the sender replied. Contains no text of the reply. */
export function answerNoticeMail({ recipientName, senderName, title, url }: z.output<typeof answerNoticeProps>): Email {
  const sender = senderName || "The sender";
  return compose({
    subject: `${sender} answered you`,
    preheader: "The answer stands below what was kept for you.",
    title: "There is an answer",
    greeting: dear(recipientName),
    blocks: [
      {
        kind: "paragraph",
        text: `${sender} answered what you wrote back. The answer is not in this mail: it stands below what was kept for you, where you can write again, too.`,
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
        text: "You need no account. To be sure that it is you, we may send a code to this address when you open it.",
      },
    ],
    closing: "You get this mail because you answered a memory that was kept for you at Amberkeep.",
  });
}
