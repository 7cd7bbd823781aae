import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { day, dear, link, longDate, oneLine, personName } from "./props";

export const annualLetterProps = z.object({
  name: personName,
  vaults: z
    .array(
      z.object({
        title: oneLine,
        recipientName: personName,
        deliveryDate: day,
        /** For example "in 17 years and 7 months". */
        distance: oneLine,
        /** Result of the integrity check. */
        content: oneLine,
        /** State of the address. */
        address: oneLine,
      }),
    )
    .min(1),
  more: z.number().int().nonnegative(),
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Yearly report on an owner's waiting vaults: integrity, address, time left. */
export function annualLetterMail({
  name,
  vaults,
  more,
  url,
  unsubscribeUrl,
}: z.output<typeof annualLetterProps>): Email {
  return compose({
    subject: "Your yearly letter from what you keep",
    preheader: "We looked after it. Here is how it is.",
    title: "Another year kept",
    greeting: dear(name),
    blocks: [
      {
        kind: "paragraph",
        text: "What you gave us still waits for its day. Once a year it writes to you: whether it is whole, what we know of its address, and how long it still waits.",
      },
      ...vaults.map(({ title, recipientName, deliveryDate, distance, content, address }) => ({
        kind: "facts" as const,
        facts: [
          { label: "Title", value: title },
          { label: "For", value: recipientName || "its recipient" },
          { label: "Its day", value: `${longDate(deliveryDate)}, ${distance}` },
          { label: "Content", value: content },
          { label: "Address", value: address },
        ],
      })),
      ...(more > 0 ? [{ kind: "paragraph" as const, text: `And ${more} more that wait with them.` }] : []),
      { kind: "button", label: "See what waits", url },
    ],
    closing: "You get this mail once a year as long as something of yours waits at Amberkeep.",
    unsubscribeUrl,
  });
}
