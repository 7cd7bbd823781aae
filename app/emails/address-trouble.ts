import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { firstName } from "./person-name";
import { day, link, longDate, oneLine, personName, salutation, vaultTitle } from "./props";

export const addressTroubleProps = z.object({
  name: personName,
  vaults: z
    .array(
      z.object({
        title: vaultTitle,
        recipientName: personName,
        recipientEmail: oneLine,
        /** A sentence without its full stop. */
        trouble: oneLine,
        deliveryDate: day,
      }),
    )
    .min(1),
  /** Addresses beyond those listed. */
  more: z.number().int().nonnegative().default(0),
  url: link,
});

/** Warns the sender of a waiting vault that an address has problems. */
export function addressTroubleMail({ name, vaults, more, url }: z.output<typeof addressTroubleProps>): Email {
  const isOne = vaults.length === 1;
  const first = firstName(vaults[0]?.recipientName ?? "") || "your recipient";
  const concern = `We may not be able to reach ${isOne ? first : "some of your recipients"}`;
  return compose({
    subject: concern,
    preheader: "There’s still time to give us another address.",
    title: concern,
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: `Before the day comes, we check that what you kept can arrive. Right now, ${isOne ? "this" : "these"} couldn’t. Nothing is lost: with another address, all is well.`,
      },
      ...vaults.map(({ title, recipientName, recipientEmail, trouble, deliveryDate }) => ({
        kind: "facts" as const,
        facts: [
          { label: "Title", value: title },
          { label: "For", value: `${recipientName || "the recipient"}, ${recipientEmail}` },
          { label: "Will be delivered", value: longDate(deliveryDate) },
          { label: "What we found", value: trouble },
        ],
      })),
      ...(more > 0
        ? [{ kind: "paragraph" as const, text: `And ${more} more, which you find on your dashboard.` }]
        : []),
      { kind: "button", label: "Give another address", url },
    ],
    closing: `You get this email because you scheduled ${isOne ? "this memory" : "these memories"} at Amberkeep.`,
  });
}
