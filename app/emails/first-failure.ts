import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { dear, link, oneLine } from "./props";

export const firstFailureProps = z.object({
  name: oneLine,
  title: oneLine,
  recipientName: oneLine,
  recipientEmail: oneLine,
  /** What the mail server or service answered; may be empty. */
  reason: oneLine,
  /** What is tried now. */
  next: z.enum(["second_address", "backup", "legacy"]),
  backupName: oneLine,
  /** The page where another address can be given. */
  url: link,
});

/** Tells the sender that the first address takes no mail, and what we do about it by ourselves. */
export function firstFailure(props: z.output<typeof firstFailureProps>): Email {
  const recipient = props.recipientName || "its recipient";
  const next = {
    second_address: "We have sent it to the second address that you gave for them.",
    backup: `We have asked ${props.backupName || "your backup contact"} for another address.`,
    legacy: "We have asked your legacy contacts for their help.",
  }[props.next];
  return compose({
    subject: `We are trying another way: ${props.title}`,
    preheader: "The address does not take mail. You need not do anything.",
    title: "It did not get through at first",
    greeting: dear(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `The letter to ${recipient} could not be delivered to the address that you gave. ${next} You need not do anything. If you know a better address yourself, give it to us, and we send it there at once.`,
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
