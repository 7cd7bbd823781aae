import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { dear, link, oneLine, personName } from "./props";

export const tryingAnotherWayProps = z.object({
  name: personName,
  title: oneLine,
  recipientName: personName,
  recipientEmail: oneLine,
  /** Response of the mail server or service; may be empty. */
  reason: oneLine,
  left: z.enum(["first_address", "second_address", "sms", "backup"]),
  next: z.enum(["second_address", "sms", "backup", "legacy"]),
  backupName: oneLine,
  url: link,
});

/** Tells the sender that one way to the recipient failed and which is next. */
export function tryingAnotherWayMail(props: z.output<typeof tryingAnotherWayProps>): Email {
  const recipient = props.recipientName || "its recipient";
  const backup = props.backupName || "your backup contact";
  const left = {
    first_address: `The letter to ${recipient} could not be delivered to the address that you gave.`,
    second_address: `The letter to ${recipient} could not be delivered to the second address either.`,
    sms: `The letter to ${recipient} has not got through yet, and the text message that we sent led to nothing.`,
    backup: `The letter to ${recipient} has not got through yet, and ${backup} gave us no other address.`,
  }[props.left];
  const next = {
    second_address: "We have sent it to the second address that you gave for them.",
    sms: "We have sent a text message to the number that you gave for them.",
    backup: `We have asked ${backup} for another address.`,
    legacy: "We have asked your legacy contacts for their help.",
  }[props.next];
  return compose({
    subject: `We are trying another way: ${props.title}`,
    preheader: "It has not got through yet. You need not do anything.",
    title: "It has not got through yet",
    greeting: dear(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `${left} ${next} You need not do anything. If you know a better address yourself, give it to us, and we send it there at once.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "Title", value: props.title },
          { label: "For", value: recipient },
          { label: "Address", value: props.recipientEmail },
          ...(props.reason ? [{ label: "Answer", value: props.reason }] : []),
        ],
      },
      { kind: "button", label: "Give another address", url: props.url },
    ],
    closing: "You get this mail because you scheduled this memory at Amberkeep. The record on its page says each step.",
  });
}
