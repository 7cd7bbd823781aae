import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { link, oneLine, personName, salutation, vaultTitle } from "./props";

export const tryingAnotherWayProps = z.object({
  name: personName,
  title: vaultTitle,
  recipientName: personName,
  recipientEmail: oneLine,
  /** Response of the mail server or service; may be empty. */
  reason: oneLine,
  left: z.enum(["first_address", "second_address", "sms", "backup"]),
  next: z.enum(["second_address", "sms", "backup", "legacy"]),
  backupName: oneLine,
  url: link,
});

/** Tells the sender which way to the recipient failed, and which is next. */
export function tryingAnotherWayMail(props: z.output<typeof tryingAnotherWayProps>): Email {
  const recipient = props.recipientName || "the recipient";
  const backup = props.backupName || "your backup contact";
  const left = {
    first_address: `We couldn’t deliver it to ${recipient} at the address we have.`,
    second_address: `We couldn’t deliver it to ${recipient} at the second address either.`,
    sms: `It hasn’t got through to ${recipient} yet, and nobody opened it after our text message.`,
    backup: `It hasn’t got through to ${recipient} yet, and ${backup} hasn’t given us another address.`,
  }[props.left];
  const next = {
    second_address: "We’ve sent it to the second address you gave us.",
    sms: "We’ve sent a text message to the number you gave us.",
    backup: `We’ve asked ${backup} for another address.`,
    legacy: "We’ve asked your legacy contacts for help.",
  }[props.next];
  return compose({
    subject: `We’re trying another way: ${props.title}`,
    preheader: "It hasn’t got through yet. You don’t need to do anything.",
    title: "It hasn’t got through yet",
    greeting: salutation(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `${left} ${next} You don’t need to do anything. If you know a better address, give it to us, and we’ll send it there right away.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "Title", value: props.title },
          { label: "For", value: recipient },
          { label: "Address", value: props.recipientEmail },
          ...(props.reason ? [{ label: "What came back", value: props.reason }] : []),
        ],
      },
      { kind: "button", label: "Give another address", url: props.url },
    ],
    closing: "You get this email because you scheduled this memory at Amberkeep. Its page shows every step.",
  });
}
