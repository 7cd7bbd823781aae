import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { link, personName, salutation } from "./props";

export const erasureStoppedProps = z.object({ name: personName, url: link });

/** Someone signed in before the account was erased. */
export function erasureStoppedMail({ name, url }: z.output<typeof erasureStoppedProps>): Email {
  return compose({
    subject: "Your account stays",
    preheader: "You logged in, so we’ve stopped its deletion.",
    title: "Your account stays",
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: "You logged in, so we’ve stopped the deletion of your account. Your memories are as you left them, and what waits will be delivered on its day.",
      },
      { kind: "button", label: "See your memories", url },
      { kind: "paragraph", text: "That wasn’t you? Then please change your password, and delete the account again." },
    ],
    closing: "You get this email because the deletion of this account was stopped.",
  });
}
