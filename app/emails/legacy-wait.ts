import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { firstName } from "./person-name";
import { day, link, longDate, personName, salutation, vaultTitle } from "./props";

export const legacyWaitProps = z.object({
  name: personName,
  contactName: personName,
  title: vaultTitle,
  recipientName: personName,
  /** Access to read the vault, or a copy of it. */
  kind: z.enum(["view", "duplicate"]),
  /** In the sender’s zone. */
  opensOn: day,
  isReminder: z.boolean(),
  url: link,
});

/** Notifies a sender that a legacy contact will get access, while they can still stop it. */
export function legacyWaitMail(props: z.output<typeof legacyWaitProps>): Email {
  const contact = props.contactName || "Your legacy contact";
  const first = props.contactName ? firstName(props.contactName) : "your legacy contact";
  const opensOn = longDate(props.opensOn);
  const recipient = props.recipientName || "the recipient";
  const subject =
    props.kind === "view"
      ? `${contact} has asked to read “${props.title}”`
      : `${contact} will get a copy of “${props.title}”`;
  const what = props.kind === "view" ? `${first} can read it` : `${first} will get a copy`;
  return compose({
    subject: props.isReminder ? `Reminder: ${subject}` : subject,
    preheader: `You can stop it until ${opensOn}.`,
    title: props.isReminder ? "A few days left to decide" : "You decide",
    greeting: salutation(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `What you kept for ${recipient} couldn’t be delivered. You allowed ${contact} to step in if that happened. On ${opensOn}, ${what}, unless you stop it or it arrives first.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "Title", value: props.title },
          { label: "For", value: recipient },
          { label: "Legacy contact", value: contact },
          { label: "Opens on", value: opensOn },
        ],
      },
      { kind: "button", label: "Stop it", url: props.url },
      {
        kind: "paragraph",
        text: "You don’t need to log in. If you’re happy with it, there’s nothing to do.",
      },
    ],
    closing: "You get this email because you scheduled this memory at Amberkeep.",
  });
}
