import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { link, oneLine, personName, salutation } from "./props";

type Words = { subject: string; what: string };

/** By kind of security event; `password_changed` and the like have already happened when the mail arrives. */
const WORDS = {
  new_device: {
    subject: "New login to your account",
    what: "Your account was just used to log in from a browser that we hadn’t seen before.",
  },
  wrong_passwords: {
    subject: "Wrong passwords for your account",
    what: "Someone has tried many wrong passwords for your account. None of them worked, and you can log in as always.",
  },
  password_changed: { subject: "Your password was changed", what: "The password of your account was changed." },
  password_reset: {
    subject: "Your password was reset",
    what: "A new password was set for your account with a link that we emailed to you. Every device was logged out, and all passkeys were removed.",
  },
  email_change_requested: {
    subject: "A new address for your account",
    what: "Someone asked to use another address for your account. It changes when the new address is confirmed.",
  },
  email_changed: {
    subject: "Your address was changed",
    what: "Your account now uses another address. We no longer write to this one.",
  },
  email_restored: {
    subject: "Your address was restored",
    what: "Your account has this address again, every device was logged out, and the old password no longer works. Please choose a new one now.",
  },
  sessions_ended: { subject: "Devices were logged out", what: "Every other device was logged out of your account." },
  contact_added: {
    subject: "A legacy contact was added",
    what: "Someone was added to the legacy contacts of your account.",
  },
  contact_removed: {
    subject: "A legacy contact was removed",
    what: "Someone was removed from the legacy contacts of your account.",
  },
  sealed_readdressed: {
    subject: "The addresses of a sealed vault were changed",
    what: "The addresses of one of your sealed vaults were changed. We’ll use the new ones on its day.",
  },
  export_requested: {
    subject: "Your data is being exported",
    what: "A copy of everything in your account was asked for.",
  },
  deletion_requested: {
    subject: "Your account will be deleted",
    what: "The deletion of your account was asked for. Log in within 30 days to keep it.",
  },
  deletion_cancelled: { subject: "Your account stays", what: "The deletion of your account was cancelled." },
  passkey_added: {
    subject: "A passkey was added",
    what: "A passkey was added to your account. Anyone who unlocks the device it’s on can log in with it.",
  },
  passkey_removed: {
    subject: "A passkey was removed",
    what: "A passkey was removed from your account. It no longer logs in.",
  },
  app_added: {
    subject: "Your login now needs a code",
    what: "An authenticator app was added to your account. Logging in now also needs a code from it.",
  },
  app_removed: {
    subject: "Your login no longer needs a code",
    what: "The authenticator app was removed from your account, and its recovery codes with it.",
  },
  recovery_codes_made: {
    subject: "New recovery codes were made",
    what: "New recovery codes were made for your account. The earlier ones no longer work.",
  },
  recovery_code_used: {
    subject: "A recovery code was used",
    what: "Your account was logged in to with a recovery code, which can’t be used again.",
  },
  wrong_codes: {
    subject: "Wrong codes for your account",
    what: "Someone got past the first step of your login, such as your password, and then entered wrong codes. They didn’t get in.",
  },
  mail_links_on: {
    subject: "Login links were turned on",
    what: "You can now log in to your account with a link that we email to you.",
  },
  mail_links_off: {
    subject: "Login links were turned off",
    what: "We no longer email links that log in to your account.",
  },
} as const satisfies Record<string, Words>;

type Event = keyof typeof WORDS;

const BUTTONS: Partial<Record<Event, string>> = {
  password_reset: "Look at your devices",
  email_changed: "That wasn’t me, restore this address",
  email_restored: "Choose a new password",
  sealed_readdressed: "Look at the vault",
};

export const securityAlertProps = z.object({
  name: personName,
  event: z.enum(Object.keys(WORDS) as [Event, ...Event[]]),
  /** Empty if unknown. */
  device: oneLine,
  /** Day and time, in the zone of the account. */
  when: oneLine,
  newEmail: oneLine.optional(),
  url: link,
});

/** Always sent: see the notification preferences. */
export function securityAlertMail({
  name,
  event,
  device,
  when,
  newEmail,
  url,
}: z.output<typeof securityAlertProps>): Email {
  const { subject, what } = WORDS[event];
  const facts = [
    { label: "When", value: when },
    ...(device ? [{ label: "Device", value: device }] : []),
    ...(newEmail ? [{ label: "New address", value: newEmail }] : []),
  ];
  const advice =
    event === "email_changed"
      ? "If it wasn’t you, restore this address within 7 days. That also logs out every device."
      : "If it wasn’t you, log out every device and choose a new password right away.";
  return compose({
    subject,
    preheader: what,
    title: subject,
    greeting: salutation(name),
    blocks: [
      { kind: "paragraph", text: what },
      { kind: "facts", facts },
      // The owner restored the address because it was not them.
      ...(event === "email_restored"
        ? []
        : [{ kind: "paragraph" as const, text: `If it was you, there’s nothing to do. ${advice}` }]),
      { kind: "button", label: BUTTONS[event] ?? "Look at your account’s security", url },
    ],
    closing: "We send these emails about every account, so that nobody can change yours unnoticed.",
  });
}
