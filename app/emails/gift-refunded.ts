import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { link, oneLine, personName, salutation } from "./props";

export const giftRefundedProps = z.object({
  name: personName,
  giverName: personName,
  plan: oneLine,
  /** Otherwise its payment was refused later. */
  isRefunded: z.boolean(),
  /** What the account has now. */
  planLeft: oneLine,
  vaults: z.number().int().positive(),
  url: link,
});

/** To the account that had claimed the gift. */
export function giftRefundedMail(props: z.output<typeof giftRefundedProps>): Email {
  const { name, giverName, plan, isRefunded, planLeft, vaults, url } = props;
  const gift = giverName ? `The ${plan} plan that ${giverName} gave you` : `The ${plan} plan that you were given`;
  const title = isRefunded ? "The plan you were given was refunded" : "The plan you were given is no longer paid for";
  const cause = isRefunded
    ? "was refunded, and the payment went back to the person who bought it"
    : "is no longer paid for";
  return compose({
    subject: title,
    preheader: "What you’ve scheduled stays, and so do your drafts.",
    title,
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: `${gift} ${cause}. You now have the ${planLeft} plan, with room for ${vaults} ${vaults === 1 ? "vault" : "vaults"}.`,
      },
      {
        kind: "paragraph",
        text: "Nothing changes for what you’ve already scheduled: we’ll deliver it on its day. Your drafts stay, too.",
      },
      { kind: "button", label: "See the plans", url },
    ],
    closing: "You get this email because you claimed this gift at Amberkeep.",
  });
}
