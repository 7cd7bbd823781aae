import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { otherRole } from "./other-address";
import { firstName } from "./person-name";
import { day, link, longDate, oneLine, personName, salutation, vaultTitle } from "./props";

export const addressTroubleProps = z.object({
  name: personName,
  vaults: z
    .array(
      z.object({
        /** Unset for a recipient. */
        role: otherRole.optional(),
        /** Empty for a legacy contact. */
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

type Trouble = z.output<typeof addressTroubleProps>["vaults"][number];

/** Warns the sender of a waiting vault that an address has problems. */
export function addressTroubleMail({ name, vaults, more, url }: z.output<typeof addressTroubleProps>): Email {
  const isOne = vaults.length === 1;
  const concern = subject(vaults);
  return compose({
    subject: concern,
    preheader: "There’s still time to give us another address.",
    title: concern,
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: `Before the day comes, we check that what you kept can arrive. ${finding(vaults)}`,
      },
      ...vaults.map((trouble) => ({ kind: "facts" as const, facts: factsOf(trouble) })),
      ...(more > 0
        ? [{ kind: "paragraph" as const, text: `And ${more} more, which you find on your dashboard.` }]
        : []),
      { kind: "button", label: "Give another address", url },
    ],
    closing: `You get this email because you scheduled ${isOne ? "this memory" : "these memories"} at Amberkeep.`,
  });
}

const isOther = ({ role }: Trouble) => role !== undefined;

const LABELS = { second: "Second address", backup: "Backup contact", legacy: "Legacy contact" };

function subject(vaults: Trouble[]): string {
  const [first, ...others] = vaults;
  if (others.length > 0 && vaults.some(isOther)) return "Some of the addresses you gave may not work";
  if (others.length > 0) return "We may not be able to reach some of your recipients";
  const named = firstName(first?.recipientName ?? "");
  if (first?.role === "second") return `The second address ${named ? `for ${named}` : "you gave"} may not work`;
  return `We may not be able to reach ${named || `your ${first?.role ? LABELS[first.role].toLowerCase() : "recipient"}`}`;
}

function finding(vaults: Trouble[]): string {
  const isOne = vaults.length === 1;
  if (vaults.every(isOther)) {
    const [found, given] = isOne ? ["this address", "another one"] : ["these addresses", "others"];
    return `If the recipient’s own address failed, ${found} wouldn’t work. There’s still time to give us ${given}.`;
  }
  if (vaults.some(isOther))
    return "Right now, these addresses wouldn’t work. Nothing is lost: with others, all is well.";
  return `Right now, ${isOne ? "this" : "these"} couldn’t. Nothing is lost: with another address, all is well.`;
}

function factsOf({ role, title, recipientName, recipientEmail, trouble, deliveryDate }: Trouble) {
  const found = { label: "What we found", value: trouble };
  const other = recipientName ? `${recipientName}, ${recipientEmail}` : recipientEmail;
  if (role === "legacy")
    return [
      { label: LABELS.legacy, value: other },
      found,
      { label: "Where to change it", value: "Settings > Legacy Contacts" },
    ];
  return [
    { label: "Title", value: title },
    role
      ? { label: LABELS[role], value: other }
      : { label: "For", value: `${recipientName || "the recipient"}, ${recipientEmail}` },
    { label: "Will be delivered", value: longDate(deliveryDate) },
    found,
  ];
}
