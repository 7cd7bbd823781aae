import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { inCaseOfFailure, otherAddress, withEmail } from "./other-address";
import { firstName } from "./person-name";
import { day, link, longDate, oneLine, personName, salutation, vaultTitle } from "./props";

export const annualLetterProps = z.object({
  name: personName,
  vaults: z
    .array(
      z.object({
        title: vaultTitle,
        recipientName: personName,
        deliveryDate: day,
        /** For example "in 17 years and 7 months". */
        distance: oneLine,
        /** Result of the integrity check. */
        content: oneLine,
        /** Unset in old mails. */
        isDamaged: z.boolean().optional(),
        /** State of the address. */
        address: oneLine,
        /** Unset in old mails. */
        others: z.array(otherAddress).optional(),
      }),
    )
    .min(1),
  /** The owner’s legacy contacts; unset in old mails. */
  contacts: z.array(otherAddress).optional(),
  more: z.number().int().nonnegative(),
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Yearly report on an owner’s waiting vaults: integrity, address, time left. */
export function annualLetterMail({
  name,
  vaults,
  contacts = [],
  more,
  url,
  unsubscribeUrl,
}: z.output<typeof annualLetterProps>): Email {
  return compose({
    subject: subject(vaults, more),
    preheader: "We’ve checked on it. Here’s how it is.",
    title: "Another year kept",
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: "Another year has passed, and what you kept is still waiting for its day. Once a year we check on it and tell you how it is.",
      },
      ...vaults.map(({ title, recipientName, deliveryDate, distance, content, address, others = [] }) => ({
        kind: "facts" as const,
        facts: [
          { label: "Title", value: title },
          { label: "For", value: recipientName || "the recipient" },
          { label: "Will be delivered", value: `${longDate(deliveryDate)}, ${distance}` },
          { label: "Content", value: content },
          { label: "Address", value: address },
          ...(others.length > 0 ? [{ label: "If that fails", value: inCaseOfFailure(others) }] : []),
        ],
      })),
      ...(more > 0 ? [{ kind: "paragraph" as const, text: `And ${more} more.` }] : []),
      ...(vaults.some(({ others = [] }) => others.length > 0)
        ? [{ kind: "paragraph" as const, text: CHANGE_OTHERS }]
        : []),
      ...(contacts.length > 0 ? [{ kind: "paragraph" as const, text: contactsInWords(contacts) }] : []),
      { kind: "button", label: "See what’s waiting", url },
    ],
    closing: "You get this email once a year, as long as something you kept is waiting at Amberkeep.",
    unsubscribeUrl,
  });
}

const CHANGE_OTHERS =
  "Is one of these addresses no longer right? Open what you kept and choose “Change where it goes”.";

function contactsInWords(contacts: z.output<typeof otherAddress>[]): string {
  const [are, them] = contacts.length === 1 ? ["contact", "this"] : ["contacts", "them"];
  return `Your legacy ${are}: ${contacts.map(withEmail).join(", ")}. You can change ${them} under Settings > Legacy Contacts.`;
}

type Vaults = z.output<typeof annualLetterProps>["vaults"];

function subject(vaults: Vaults, more: number): string {
  if (vaults.some(({ isDamaged }) => isDamaged)) return "A year on: please look at what you kept";
  const [only] = vaults;
  const isOne = vaults.length + more === 1 && only?.recipientName;
  return `A year on: ${isOne ? `what you kept for ${firstName(only.recipientName)}` : "what you kept"} is safe`;
}
