import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { day, link, longDate, personName, salutation } from "./props";

export const erasurePlannedProps = z.object({
  name: personName,
  eraseOn: day,
  /** What happens to waiting vaults; null without any. */
  waitingVaults: z.enum(["cancel", "deliver"]).nullable(),
  isReminder: z.boolean(),
  url: link,
});

const WAITING = {
  cancel: "Your waiting memories won’t be delivered, and they’ll be deleted with your account.",
  deliver:
    "Your waiting memories will still be delivered on their days, with your name on them. Nobody can change or cancel them after that.",
};

/** The account will be erased. Sent at the request and once before the day. */
export function erasurePlannedMail(props: z.output<typeof erasurePlannedProps>): Email {
  const { name, eraseOn, waitingVaults, isReminder, url } = props;
  const on = longDate(eraseOn);
  return compose({
    subject: isReminder ? `Your account will be deleted on ${on}` : "We’ll delete your account",
    preheader: `On ${on}, unless you log in before.`,
    title: isReminder ? "A last reminder" : "Your account will be deleted",
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: `You asked us to delete your account. We’ll do so on ${on}. Until then you can stop it: just log in, and everything stays as it was.`,
      },
      ...(waitingVaults ? [{ kind: "paragraph" as const, text: WAITING[waitingVaults] }] : []),
      {
        kind: "paragraph",
        text: "Memories that were already delivered to others stay with them for the rest of their seven years, with your name on them. Everything else goes.",
      },
      { kind: "button", label: "Log in and keep my account", url },
      {
        kind: "paragraph",
        text: isReminder
          ? "This is the last email you’ll get from us about it."
          : "You didn’t ask for this? Then log in, and change your password.",
      },
    ],
    closing: "You get this email because the deletion of this account was requested.",
  });
}
