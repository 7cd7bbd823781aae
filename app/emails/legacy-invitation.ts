import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { dear, link, personName } from "./props";

export const legacyInvitationProps = z.object({
  name: personName,
  ownerName: personName,
  url: link,
});

/** Invites a legacy contact. Contains nothing of the vaults. */
export function legacyInvitationMail(props: z.output<typeof legacyInvitationProps>): Email {
  const owner = props.ownerName || "Somebody";
  return compose({
    subject: `${owner} asks you to be a legacy contact`,
    preheader: "It is a matter of trust, and there is nothing to do for now.",
    title: "Somebody trusts you",
    greeting: dear(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `${owner} keeps letters and recordings at Amberkeep that are delivered on a day in the future. A legacy contact is whom we turn to if one of them cannot be delivered, perhaps many years from now.`,
      },
      {
        kind: "paragraph",
        text: "If you accept, nothing happens until then. You need no account, it costs nothing, and you can step back at any time.",
      },
      { kind: "button", label: "See it and answer", url: props.url },
    ],
    closing: `You get this mail because ${owner} gave us your address. If you do not answer, we will not turn to you.`,
  });
}
