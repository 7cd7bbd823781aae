import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { dear, link, personName } from "./props";

export const backupRequestProps = z.object({
  backupName: personName,
  senderName: personName,
  recipientName: personName,
  url: link,
});

/** Asks a contact person for a recipient's address. Contains nothing of the vault. */
export function backupRequestMail(props: z.output<typeof backupRequestProps>): Email {
  const sender = props.senderName || "Somebody";
  const recipient = props.recipientName || "somebody";
  return compose({
    subject: `Can you help us reach ${recipient}?`,
    preheader: `${sender} kept something for them and named you.`,
    title: `How can we reach ${recipient}?`,
    greeting: dear(props.backupName),
    blocks: [
      {
        kind: "paragraph",
        text: `Some time ago ${sender} kept something for ${recipient} with us and chose the day on which they should get it. That day has come, but the address that we have takes no mail any more. For this case ${sender} named you as the person to ask.`,
      },
      {
        kind: "paragraph",
        text: `If you know an e-mail address of ${recipient}, please give it to us. We tell the sender, wait three days, and then write to them, and to nobody else. Or pass on that something from ${sender} is waiting for them here.`,
      },
      { kind: "button", label: `Give us an address of ${recipient}`, url: props.url },
    ],
    closing: `You get this mail because ${sender} named you as a backup contact. We ask once.`,
  });
}
