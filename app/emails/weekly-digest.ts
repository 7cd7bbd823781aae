import { z } from "zod";
import { compose } from "./compose";
import type { Block, Email, Fact } from "./content";
import { guestsInWords, newPieces } from "./new-pieces";
import { day, link, longDate, personName, salutation, vaultTitle } from "./props";

const vault = z.object({ title: vaultTitle, recipientName: personName, on: day });

export const weeklyDigestProps = z.object({
  name: personName,
  /** Due within 30 days, soonest first; `on` is in the vault’s zone. */
  upcoming: z.array(vault),
  /** Delivered within the last week; `on` is in the account’s zone, as on its pages. */
  delivered: z.array(vault),
  /** Boards to which guests added pieces within the last week that the host has not looked at. */
  boards: z
    .array(z.object({ title: vaultTitle, pieces: z.number().int().positive(), guestNames: z.array(personName) }))
    .default([]),
  /** Titles of undeliverable vaults. */
  held: z.array(vaultTitle),
  drafts: z.number().int().nonnegative(),
  /** Whether one of the lists is longer. */
  hasMore: z.boolean().default(false),
  url: link,
  unsubscribeUrl: link.optional(),
});

type Props = z.output<typeof weeklyDigestProps>;

export function weeklyDigestMail(props: Props): Email {
  const { upcoming, delivered, boards, held, drafts, hasMore } = props;
  return compose({
    subject: "Your week at Amberkeep",
    preheader: preheader(props),
    title: "Your week at Amberkeep",
    greeting: salutation(props.name),
    blocks: [
      ...section("These couldn’t be delivered. Give us another address, and we’ll try again:", held.map(asHeld)),
      ...section("Coming up in the next 30 days:", upcoming.map(asVault)),
      ...section("Delivered last week:", delivered.map(asVault)),
      ...section("On your boards:", boards.map(asBoard)),
      ...(hasMore ? [{ kind: "paragraph" as const, text: "There’s more, all of it on your dashboard." }] : []),
      ...(drafts > 0 ? [{ kind: "paragraph" as const, text: waiting(drafts) }] : []),
      { kind: "button", label: "Go to your dashboard", url: props.url },
    ],
    closing: "You get this email on Mondays, when there’s something to report.",
    unsubscribeUrl: props.unsubscribeUrl,
  });
}

function section(text: string, facts: Fact[]): Block[] {
  return facts.length > 0
    ? [
        { kind: "paragraph", text },
        { kind: "facts", facts },
      ]
    : [];
}

const asHeld = (title: string): Fact => ({ label: title, value: "waiting for an address" });
const asVault = ({ title, recipientName, on }: z.output<typeof vault>): Fact => ({
  label: title,
  value: `for ${recipientName || "the recipient"}, on ${longDate(on)}`,
});

const asBoard = ({ title, pieces, guestNames }: Props["boards"][number]): Fact => ({
  label: title,
  value: `${newPieces(pieces)} from ${guestsInWords(guestNames)}`,
});

function waiting(drafts: number): string {
  return drafts === 1 ? "One draft is waiting to be finished." : `${drafts} drafts are waiting to be finished.`;
}

function preheader({ upcoming, delivered, boards, held, drafts }: Props): string {
  if (held.length > 0) return "Something couldn’t be delivered and needs another address.";
  if (upcoming.length > 0) return "One of your memories will be delivered soon.";
  if (delivered.length > 0) return "One of your memories was delivered.";
  return boards.length > 0 ? "Guests added to one of your boards." : waiting(drafts);
}
