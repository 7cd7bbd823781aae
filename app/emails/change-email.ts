import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { link } from "./props";

export const changeEmailProps = z.object({ url: link });

/** Without a name: the address may be a stranger’s, mistyped. */
export function changeEmailMail({ url }: z.output<typeof changeEmailProps>): Email {
  return compose({
    subject: "Confirm your new address",
    preheader: "One click, and your account uses this address.",
    title: "Is this your new address?",
    greeting: "Hello,",
    blocks: [
      {
        kind: "paragraph",
        text: "You asked to use this address for your account at Amberkeep. Please log in and confirm that it’s yours. Until then, your account keeps its current address.",
      },
      { kind: "button", label: "Confirm my new address", url },
    ],
    closing: "If you didn’t ask for this, you can ignore this email. Nothing changes without your click.",
  });
}
