import { z } from "zod";
import { compose } from "./compose";
import type { Block, Email } from "./content";
import { day, link, longDate, personName, salutation, vaultTitle } from "./props";

export const verifyReminderProps = z.object({
  name: personName,
  vaults: z
    .array(z.object({ title: vaultTitle, deliveryDate: day, isPast: z.boolean(), endsOn: day.optional() }))
    .min(1),
  url: link,
});

function ending(vaults: z.output<typeof verifyReminderProps>["vaults"]): Block[] {
  const [first] = vaults.flatMap(({ endsOn }) => endsOn ?? []).sort();
  if (!first) return [];
  const end =
    vaults.length === 1
      ? "we’ll delete the memory, because we can’t tell whose it is"
      : "we’ll start deleting these memories, because we can’t tell whose they are";
  const text = `Please don’t wait: if you haven’t confirmed your address by ${longDate(first)}, ${end}.`;
  return [{ kind: "paragraph", text }];
}

/** Reminds a sender to verify their email, without which no vault is delivered. */
export function verifyReminderMail({ name, vaults, url }: z.output<typeof verifyReminderProps>): Email {
  const isOne = vaults.length === 1;
  const isWaiting = vaults.some(({ isPast }) => isPast);
  return compose({
    subject: isWaiting ? "Your letter is waiting for one click" : "One click left before your letter can go",
    preheader: "Please confirm your own email address.",
    title: isWaiting ? "Your letter is waiting for one click" : "One click left before your letter can go",
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: isWaiting
          ? "The day has come, but you haven’t confirmed your own email address yet. We deliver only once you have, so that nobody can write in your name. Nothing is lost: as soon as you confirm it, your letter goes out."
          : `You haven’t confirmed your own email address yet. We deliver only once you have, so that nobody can write in your name. Until then, ${isOne ? "this" : "these"} can’t go out:`,
      },
      {
        kind: "facts",
        facts: vaults.map(({ title, deliveryDate, isPast }) => ({
          label: title,
          value: `${isPast ? "was due on" : "due on"} ${longDate(deliveryDate)}`,
        })),
      },
      ...ending(vaults),
      { kind: "button", label: "Confirm my address", url },
      {
        kind: "paragraph",
        text: "The link works for three days. After that, you can get a new one on your dashboard.",
      },
    ],
    closing:
      "You get this email because a memory was scheduled at Amberkeep with this address. If that wasn’t you, there’s nothing to do.",
  });
}
