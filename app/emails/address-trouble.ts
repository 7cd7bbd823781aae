import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { day, dear, link, longDate, oneLine, personName } from "./props";

export const addressTroubleProps = z.object({
  name: personName,
  vaults: z
    .array(
      z.object({
        title: oneLine,
        recipientName: personName,
        recipientEmail: oneLine,
        /** A sentence without its full stop. */
        trouble: oneLine,
        deliveryDate: day,
      }),
    )
    .min(1),
  url: link,
});

/** Warns the sender of a waiting vault that an address has problems. */
export function addressTroubleMail({ name, vaults, url }: z.output<typeof addressTroubleProps>): Email {
  const isOne = vaults.length === 1;
  return compose({
    subject: isOne ? `An address that will not do: ${vaults[0]?.title}` : "Addresses that will not do",
    preheader: "There is still time to give another one.",
    title: isOne ? "An address will not do" : "Some addresses will not do",
    greeting: dear(name),
    blocks: [
      {
        kind: "paragraph",
        text: "Before their day comes we look whether what you kept would arrive. As things stand this would not. Nothing is lost, and with another address all is well.",
      },
      ...vaults.map(({ title, recipientName, recipientEmail, trouble, deliveryDate }) => ({
        kind: "facts" as const,
        facts: [
          { label: "Title", value: title },
          { label: "For", value: `${recipientName || "its recipient"}, ${recipientEmail}` },
          { label: "Its day", value: longDate(deliveryDate) },
          { label: "What we know", value: trouble },
        ],
      })),
      { kind: "button", label: "Give another address", url },
    ],
    closing: "You get this mail because you scheduled this memory at Amberkeep.",
  });
}
