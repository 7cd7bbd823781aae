import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { dear, link, oneLine, personName } from "./props";

export const replyNoticeProps = z.object({
  name: personName,
  /** The recipient who replied. */
  fromName: personName,
  title: oneLine,
  /** The conversation. */
  url: link,
});

/** Notifies the sender of a vault of a reply, without the text. */
export function replyNoticeMail({ name, fromName, title, url }: z.output<typeof replyNoticeProps>): Email {
  const writer = fromName || "Its recipient";
  return compose({
    subject: `${writer} wrote back to you`,
    preheader: "Their words wait for you at Amberkeep.",
    title: "There is a reply",
    greeting: dear(name),
    blocks: [
      {
        kind: "paragraph",
        text: `${writer} has read what you kept for them, and wrote back. What they wrote is not in this mail: it waits for you at Amberkeep, and you can answer there.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "From", value: writer },
          { label: "About", value: title },
        ],
      },
      { kind: "button", label: "Read the reply", url },
    ],
    closing: "You get this mail because somebody answered a memory that you sent with Amberkeep.",
  });
}
