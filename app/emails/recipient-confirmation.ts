import { z } from "zod";
import { compose } from "./compose";
import { ABOUT_AMBERKEEP, type Email } from "./content";
import { link, personName, salutation } from "./props";

export const recipientConfirmationProps = z.object({
  recipientName: personName,
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Asks whether an address is right, without naming sender, vault or day. */
export function recipientConfirmationMail(props: z.output<typeof recipientConfirmationProps>): Email {
  return compose({
    subject: "Someone has kept something for you",
    preheader: "It comes on its day. Is this still your address?",
    title: "Someone has kept something for you",
    greeting: salutation(props.recipientName),
    blocks: [
      {
        kind: "paragraph",
        text: "It’s safe with us, and we’ll send it to this address when its day comes. So that it finds you then, please tell us that this address is yours. There’s nothing to open yet, nothing to pay and no account to create.",
      },
      { kind: "button", label: "Tell us if it’s you", url: props.url },
      {
        kind: "paragraph",
        text: "Not you? Tell us on the same page, and we won’t ask here again.",
      },
    ],
    closing: `You get this email because someone who uses Amberkeep gave us this address. If you don’t answer, we ask three times at most. ${ABOUT_AMBERKEEP}`,
    unsubscribeUrl: props.unsubscribeUrl,
  });
}
