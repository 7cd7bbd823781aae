import { z } from "zod";
import { compose } from "./compose";
import { ABOUT_AMBERKEEP, type Email, stopMails } from "./content";
import { firstName } from "./person-name";
import { keptFor, link, personName, salutation } from "./props";

export const backupRequestProps = z.object({
  backupName: personName,
  senderName: personName,
  isSenderGone: z.boolean().default(false),
  recipientName: personName,
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Asks a contact person for a recipient’s address. Contains nothing of the vault. */
export function backupRequestMail(props: z.output<typeof backupRequestProps>): Email {
  const sender = props.senderName || "Someone";
  const { recipientName } = props;
  const recipient = recipientName || "the person it’s for";
  const kept = recipientName ? keptFor(recipientName, props.senderName) : "a person whose name we don’t know";
  const what = !recipientName || kept === recipient ? `something from ${firstName(sender)} is` : "it’s";
  const notice = props.isSenderGone ? "We’ll" : `We’ll let ${firstName(sender)} know,`;
  return compose({
    subject: recipientName ? `Can you help us reach ${recipient}?` : `Can you help with something from ${sender}?`,
    preheader: `${sender} named you as the person to ask.`,
    title: `How can we reach ${recipient}?`,
    greeting: salutation(props.backupName),
    blocks: [
      {
        kind: "paragraph",
        text: `Some time ago, ${sender} made something for ${kept} and asked us to deliver it on a certain day. That day has come, but the address we have no longer works. ${firstName(sender)} named you as the person to ask.`,
      },
      {
        kind: "paragraph",
        text: `Do you know an email address for ${recipient}? Please give it to us. ${notice} wait three days, and then send it there, and use the address for nothing else. Or just tell ${recipient} that ${what} waiting at Amberkeep.`,
      },
      {
        kind: "button",
        label: recipientName ? `Give us an address for ${recipient}` : "Give us their address",
        url: props.url,
      },
    ],
    closing: `You get this email because ${sender} named you as a backup contact. We won’t remind you. ${ABOUT_AMBERKEEP}`,
    ...(props.unsubscribeUrl && stopMails(sender, props.unsubscribeUrl)),
  });
}
