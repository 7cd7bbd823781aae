import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { dear, link, personName } from "./props";

export const legacyRequestProps = z.object({
  name: personName,
  ownerName: personName,
  recipientName: personName,
  url: link,
});

/** Tells a legacy contact that a vault could not be delivered. Contains nothing of the vault. */
export function legacyRequestMail(props: z.output<typeof legacyRequestProps>): Email {
  const owner = props.ownerName || "Somebody";
  const recipient = props.recipientName || "somebody";
  return compose({
    subject: `${owner} may need your help`,
    preheader: `Something kept for ${recipient} could not be delivered.`,
    title: "It has not arrived",
    greeting: dear(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `${owner} kept something for ${recipient}, and its day has come. We tried every way we know and could not deliver it. You agreed to look after such cases, so we turn to you.`,
      },
      { kind: "button", label: "See what you can do", url: props.url },
      {
        kind: "paragraph",
        text: "You need no account. To be sure that it is you, we send a code to this address. Nothing is lost in the meantime: we keep it.",
      },
    ],
    closing: `You get this mail because you are a legacy contact of ${owner} at Amberkeep.`,
  });
}
