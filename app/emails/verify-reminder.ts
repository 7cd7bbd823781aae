import { z } from "zod";
import { compose } from "./compose";
import type { Block, Email } from "./content";
import { day, dear, link, longDate, oneLine, personName } from "./props";

export const verifyReminderProps = z.object({
  name: personName,
  vaults: z.array(z.object({ title: oneLine, deliveryDate: day, isPast: z.boolean(), endsOn: day.optional() })).min(1),
  url: link,
});

function ending(days: string[]): Block[] {
  const [first] = days.sort();
  if (!first) return [];
  const text = `Please don't wait: if your address isn't verified by ${longDate(first)}, we delete the memory, since nobody has ever shown that it's theirs.`;
  return [{ kind: "paragraph", text }];
}

/** Reminds a sender to verify their email, without which no vault is delivered. */
export function verifyReminderMail({ name, vaults, url }: z.output<typeof verifyReminderProps>): Email {
  const isWaiting = vaults.some(({ isPast }) => isPast);
  return compose({
    subject: isWaiting ? "A letter of yours waits for you" : "Before your letter can leave",
    preheader: "Your own address is still to be verified.",
    title: isWaiting ? "It waits for one click of yours" : "One click of yours is missing",
    greeting: dear(name),
    blocks: [
      {
        kind: "paragraph",
        text: isWaiting
          ? "The day has come, but we deliver only for people whose address we know to be theirs, and yours is still to be verified. Nothing is lost: as soon as you verify it, what is due leaves."
          : "We deliver only for people whose address we know to be theirs, and yours is still to be verified. Until then nothing can leave:",
      },
      {
        kind: "facts",
        facts: vaults.map(({ title, deliveryDate, isPast }) => ({
          label: title,
          value: `${isPast ? "was due on" : "due on"} ${longDate(deliveryDate)}`,
        })),
      },
      ...ending(vaults.flatMap(({ endsOn }) => endsOn ?? [])),
      { kind: "button", label: "Verify my address", url },
      { kind: "paragraph", text: "The link works for three days. After that your dashboard gives you a new one." },
    ],
    closing: "You get this mail because a memory was scheduled at Amberkeep with this address.",
  });
}
