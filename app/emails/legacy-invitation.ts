import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { firstName } from "./person-name";
import { link, personName, salutation } from "./props";

export const legacyInvitationProps = z.object({
  name: personName,
  ownerName: personName,
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Invites a legacy contact. Contains nothing of the vaults. */
export function legacyInvitationMail(props: z.output<typeof legacyInvitationProps>): Email {
  const owner = props.ownerName || "Someone";
  return compose({
    subject: `${owner} would like you to be a legacy contact`,
    preheader: "It’s a matter of trust. There’s nothing to do for now.",
    title: `${firstName(owner)} trusts you`,
    greeting: salutation(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: `${owner} keeps letters and recordings at Amberkeep that will be delivered on a day in the future. If one of them can’t be delivered, perhaps many years from now, we’d ask you for help. That’s what a legacy contact is for.`,
      },
      {
        kind: "paragraph",
        text: "If you accept, nothing happens until then. You don’t need an account, it costs nothing, and you can step back at any time.",
      },
      { kind: "button", label: "Read more and answer", url: props.url },
    ],
    closing: `You get this email because ${owner} gave us your address. If you don’t answer, we won’t ask you for anything.`,
    ...(props.unsubscribeUrl && stopMails(owner, props.unsubscribeUrl)),
  });
}
