import { z } from "zod";
import { compose } from "./compose";
import type { Block, Email, Fact } from "./content";
import { day, dear, link, longDate, oneLine, personName } from "./props";

const vault = z.object({ title: oneLine, recipientName: personName, on: day });

export const weeklyDigestProps = z.object({
  name: personName,
  /** Due within 30 days, soonest first; `on` is in the vault’s zone. */
  upcoming: z.array(vault),
  /** Delivered within the last week. */
  delivered: z.array(vault),
  /** Titles of undeliverable vaults. */
  held: z.array(oneLine),
  drafts: z.number().int().nonnegative(),
  url: link,
  unsubscribeUrl: link.optional(),
});

export function weeklyDigestMail(props: z.output<typeof weeklyDigestProps>): Email {
  const { upcoming, delivered, held, drafts } = props;
  return compose({
    subject: "Your week at Amberkeep",
    preheader: preheader(props),
    title: "Your week at Amberkeep",
    greeting: dear(props.name),
    blocks: [
      ...section(
        "These couldn’t be delivered. We’re keeping them until you give us another address:",
        held.map(asHeld),
      ),
      ...section("Coming up in the next 30 days:", upcoming.map(asVault)),
      ...section("Delivered last week:", delivered.map(asVault)),
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

function waiting(drafts: number): string {
  return drafts === 1 ? "One draft is waiting to be finished." : `${drafts} drafts are waiting to be finished.`;
}

function preheader({ upcoming, delivered, held, drafts }: z.output<typeof weeklyDigestProps>): string {
  if (held.length > 0) return "Something couldn’t be delivered and needs another address.";
  if (upcoming.length > 0) return "One of your memories will be delivered soon.";
  return delivered.length > 0 ? "One of your memories was delivered." : waiting(drafts);
}
