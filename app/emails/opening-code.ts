import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { dear, oneLine } from "./props";

export const openingCodeProps = z.object({
  recipientName: oneLine,
  code: z.string().regex(/^\d{6}$/, "must be six digits"),
  /** How long the code is good for. */
  minutes: z.int().positive(),
});

/** The one-time code that opens one vault for a recipient without an account. */
export function openingCode({ recipientName, code, minutes }: z.output<typeof openingCodeProps>): Email {
  const term = minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return compose({
    subject: `${code} is your code at Amberkeep`,
    preheader: `It opens what was kept for you, for the next ${term}.`,
    title: "Your code",
    greeting: dear(recipientName),
    blocks: [
      { kind: "paragraph", text: "Type this code on the page that asked for it:" },
      { kind: "code", code },
      {
        kind: "paragraph",
        text: `It is good for ${term} and works once. Never pass it on: nobody at Amberkeep will ever ask you for it.`,
      },
    ],
    closing:
      "If you did not ask for a code, somebody else has the link to what was kept for you. Without the code it stays closed.",
  });
}
