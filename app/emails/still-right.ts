import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { day, link, longDate, oneLine, personName, salutation, vaultTitle } from "./props";

export const stillRightProps = z.object({
  name: personName,
  vaults: z
    .array(z.object({ title: vaultTitle, recipientName: personName, recipientEmail: oneLine, deliveryDate: day }))
    .min(1),
  /** Number of further vaults on the page. */
  more: z.number().int().nonnegative(),
  /** Opens a page that needs no login. */
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Asks once a year whether the addresses of waiting vaults are still right. */
export function stillRightMail({ name, vaults, more, url, unsubscribeUrl }: z.output<typeof stillRightProps>): Email {
  const isOne = vaults.length + more === 1;
  return compose({
    subject: isOne ? "Is this address still right?" : "Are these addresses still right?",
    preheader: "We ask once a year, because people move and mailboxes close.",
    title: isOne ? "Is this address still right?" : "Are these addresses still right?",
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: "People move, and mailboxes close. So once a year we ask: will what you kept still reach the right person?",
      },
      {
        kind: "facts",
        facts: vaults.map(({ title, recipientName, recipientEmail, deliveryDate }) => ({
          label: title,
          value: `for ${recipientName || "the recipient"}, to ${recipientEmail}, on ${longDate(deliveryDate)}`,
        })),
      },
      ...(more > 0 ? [{ kind: "paragraph" as const, text: `And ${more} more, listed on the page.` }] : []),
      { kind: "button", label: "Yes, or give another address", url },
    ],
    closing: "You get this email once a year, as long as something you kept is waiting at Amberkeep.",
    unsubscribeUrl,
  });
}
