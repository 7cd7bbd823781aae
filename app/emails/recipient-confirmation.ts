import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { dear, link, personName } from "./props";

export const recipientConfirmationProps = z.object({ recipientName: personName, url: link });

/** Asks whether an address is right, without naming sender, vault or day. */
export function recipientConfirmationMail(props: z.output<typeof recipientConfirmationProps>): Email {
  return compose({
    subject: "Someone has kept something for you",
    preheader: "It comes when its day has come. Is this still your address?",
    title: "Someone has kept something for you",
    greeting: dear(props.recipientName),
    blocks: [
      {
        kind: "paragraph",
        text: "It lies safely with us and comes to this address when its day has come. So that it finds you then, please tell us that this address is yours. There is nothing to open yet, nothing to pay, and no account to make.",
      },
      { kind: "button", label: "Tell us whether it is you", url: props.url },
      {
        kind: "paragraph",
        text: "If the name above is not yours, the same page lets you say so. Then nothing comes here.",
      },
    ],
    closing: "You get this mail because somebody who uses Amberkeep gave us this address. We ask three times at most.",
  });
}
