import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { link, personName, salutation } from "./props";

export const passwordResetProps = z.object({ name: personName, url: link });

export function passwordResetMail({ name, url }: z.output<typeof passwordResetProps>): Email {
  return compose({
    subject: "Choose a new password",
    preheader: "The link works once, for one hour.",
    title: "Choose a new password",
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: "Someone, most likely you, asked for a new password for your account at Amberkeep. The link works once, for one hour.",
      },
      { kind: "button", label: "Choose a new password", url },
    ],
    closing: "If you didn’t ask for it, there’s nothing to do: your password stays as it is.",
  });
}
