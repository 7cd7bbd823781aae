import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { personName, salutation } from "./props";

export const openingCodeProps = z.object({
  recipientName: personName,
  code: z.string().regex(/^\d{6}$/, "must be six digits"),
  /** How long the code is valid. */
  minutes: z.int().positive(),
  /** `help` is a legacy contact’s page about an undelivered letter. */
  opens: z.enum(["letter", "help"]).default("letter"),
});

export function openingCodeMail({ recipientName, code, minutes, opens }: z.output<typeof openingCodeProps>): Email {
  const term = minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return compose({
    subject: `${code} is your code for Amberkeep`,
    preheader: `It opens ${opens === "letter" ? "what was kept for you" : "the page for legacy contacts"}. It works for ${term}.`,
    title: "Your code",
    greeting: salutation(recipientName),
    blocks: [
      { kind: "paragraph", text: "Enter this code on the page that asked for it:" },
      { kind: "code", code },
      {
        kind: "paragraph",
        text: `It works once, for ${term}. Please don’t share it: nobody at Amberkeep will ever ask you for it.`,
      },
    ],
    closing: `If you didn’t ask for a code, someone else has the link to ${opens === "letter" ? "what was kept for you" : "that page"}. Without the code, they can’t open it.`,
  });
}
