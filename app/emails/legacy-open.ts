import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { dear, link, personName } from "./props";

export const legacyOpenProps = z.object({
  name: personName,
  ownerName: personName,
  recipientName: personName,
  kind: z.enum(["view", "duplicate"]),
  url: link,
});

/** Gives a legacy contact access to an undeliverable vault after thirty days. */
export function legacyOpenMail(props: z.output<typeof legacyOpenProps>): Email {
  const owner = props.ownerName || "Somebody";
  const recipient = props.recipientName || "somebody";
  const isCopy = props.kind === "duplicate";
  return compose({
    subject: isCopy ? `A copy for you: what ${owner} kept for ${recipient}` : `You can read what ${owner} kept`,
    preheader: "Nobody stopped it, and it is open to you now.",
    title: isCopy ? "A copy for you" : "It is open to you now",
    greeting: dear(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: isCopy
          ? `What ${owner} kept for ${recipient} could not be delivered. ${owner} wished that you get a copy of it in that case.`
          : `You asked to read what ${owner} kept for ${recipient}. Thirty days have passed, and it was not stopped.`,
      },
      { kind: "button", label: "Open it", url: props.url },
      {
        kind: "paragraph",
        text: "You need no account. To be sure that it is you, we send a code to this address when you open it.",
      },
    ],
    closing: `You get this mail because you are a legacy contact of ${owner} at Amberkeep.`,
  });
}
