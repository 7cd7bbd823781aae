import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { firstName } from "./person-name";
import { link, personName, salutation, vaultTitle, writtenText } from "./props";

export const boardThanksProps = z.object({
  name: personName,
  fromName: personName,
  title: vaultTitle,
  text: writtenText,
  url: link,
  isHost: z.boolean().optional(),
  unsubscribeUrl: link.optional(),
});

/** A recipient’s thank-you to everyone who added to the board. */
export function boardThanksMail({
  name,
  fromName,
  title,
  text,
  url,
  isHost,
  unsubscribeUrl,
}: z.output<typeof boardThanksProps>): Email {
  const writer = fromName || "The recipient";
  return compose({
    subject: `${writer} says thank you`,
    preheader: "For everyone who added to the memory board.",
    title: `${writer} says thank you`,
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: `The memory board you ${isHost ? "started" : "added to"} has been opened. ${firstName(writer)} wrote this to all of you:`,
      },
      { kind: "letter", text },
      { kind: "facts", facts: [{ label: "Board", value: title }] },
      { kind: "button", label: "See the board", url },
    ],
    closing: isHost
      ? "You get this email because you started this memory board."
      : "You get this email because you added to this memory board and confirmed your address.",
    unsubscribeUrl,
  });
}
