import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { firstName } from "./person-name";
import { link, oneLine, personName, salutation } from "./props";

export const giftLostProps = z.object({
  name: personName,
  recipientName: personName,
  recipientEmail: oneLine,
  url: link,
});

/** Asks the giver of a paid gift for another address. */
export function giftLostMail({ name, recipientName, recipientEmail, url }: z.output<typeof giftLostProps>): Email {
  const trouble = `We couldn’t email your gift to ${firstName(recipientName) || "the person you chose"}`;
  return compose({
    subject: trouble,
    preheader: "The gift is safe. You can give us another address.",
    title: trouble,
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: "The email with the link to your gift couldn’t be delivered. The gift is paid for, and it’s still waiting. Give us another address, or print the card and hand it over.",
      },
      {
        kind: "facts",
        facts: [
          { label: "For", value: recipientName || "the person you chose" },
          { label: "Address", value: recipientEmail },
        ],
      },
      { kind: "button", label: "Give another address", url },
    ],
    closing: "You get this email because you bought this gift at Amberkeep.",
  });
}
