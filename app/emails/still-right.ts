import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { day, dear, link, longDate, oneLine, personName } from "./props";

export const stillRightProps = z.object({
  name: personName,
  vaults: z
    .array(z.object({ title: oneLine, recipientName: personName, recipientEmail: oneLine, deliveryDate: day }))
    .min(1),
  /** Number of further vaults on the page. */
  more: z.number().int().nonnegative(),
  /** Opens a page that needs no login. */
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Asks once a year whether the addresses of waiting vaults are still right. */
export function stillRightMail({ name, vaults, more, url, unsubscribeUrl }: z.output<typeof stillRightProps>): Email {
  return compose({
    subject: vaults.length + more === 1 ? "Is this address still right?" : "Are these addresses still right?",
    preheader: "Once a year we ask, as people move and mailboxes close.",
    title: "Still right?",
    greeting: dear(name),
    blocks: [
      {
        kind: "paragraph",
        text: "People move, and mailboxes close. So once a year we ask: does what you kept still go to the right address?",
      },
      {
        kind: "facts",
        facts: vaults.map(({ title, recipientName, recipientEmail, deliveryDate }) => ({
          label: title,
          value: `for ${recipientName || "its recipient"}, to ${recipientEmail}, on ${longDate(deliveryDate)}`,
        })),
      },
      ...(more > 0 ? [{ kind: "paragraph" as const, text: `And ${more} more, which the page lists.` }] : []),
      { kind: "button", label: "Yes, or give another address", url },
    ],
    closing: "You get this mail once a year as long as something of yours waits at Amberkeep.",
    unsubscribeUrl,
  });
}
