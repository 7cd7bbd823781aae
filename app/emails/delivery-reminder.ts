import { z } from "zod";
import { compose } from "./compose";
import { ABOUT_AMBERKEEP, type Email, stopMails } from "./content";
import { boardOf, day, JOINED, link, longDate, personName, salutation, vaultTitle } from "./props";

export const deliveryReminderProps = z.object({
  recipientName: personName,
  senderName: personName,
  title: vaultTitle,
  /** In the sender’s zone. */
  handedOverOn: day,
  url: link,
  /** Blocks the sender for this recipient. Unset for the sender’s own copy. */
  stopUrl: link.optional(),
  /** Guests of a board entered their address themselves. */
  isGuest: z.boolean().optional(),
  /** It goes to the sender’s own address. */
  isToSelf: z.boolean().optional(),
});

/** Reminds a recipient of an unopened vault. */
export function deliveryReminderMail(props: z.output<typeof deliveryReminderProps>): Email {
  const { isToSelf } = props;
  const sender = props.senderName || "Someone";
  const handedOverOn = longDate(props.handedOverOn);
  const { what, wrote, unopened, reason } = wordsFor(props, sender);
  return compose({
    subject: `Still here for you: ${what}`,
    preheader: `It has been waiting for you since ${handedOverOn}.`,
    title: "It’s still waiting for you",
    greeting: salutation(isToSelf ? props.senderName : props.recipientName),
    blocks: [
      {
        kind: "paragraph",
        text: `On ${handedOverOn}, we ${wrote}. ${unopened} Maybe our email got lost among others, so here’s the link again. There’s no hurry.`,
      },
      {
        kind: "facts",
        facts: [...(isToSelf ? [] : [{ label: "From", value: sender }]), { label: "Title", value: props.title }],
      },
      { kind: "button", label: "Open it", url: props.url },
      {
        kind: "paragraph",
        text: `You don’t need ${isToSelf ? "to log in" : "an account"}. To make sure it’s you, we’ll email you a one-time code.`,
      },
    ],
    closing: `You get this email because ${reason}. We remind you twice at most.${isToSelf ? "" : ` ${ABOUT_AMBERKEEP}`}`,
    ...(props.stopUrl && stopMails(sender, props.stopUrl)),
  });
}

function wordsFor({ isGuest, isToSelf, senderName, title }: z.output<typeof deliveryReminderProps>, sender: string) {
  const unopened = "It hasn’t been opened yet.";
  if (isToSelf)
    return { what: title, wrote: "sent you the link to what you kept", unopened, reason: "you kept this at Amberkeep" };
  if (isGuest) {
    const what = boardOf(senderName);
    return {
      what,
      wrote: `wrote to you that ${what} is open`,
      unopened: "Our link to it hasn’t been opened yet.",
      reason: JOINED,
    };
  }
  const kept = `${sender} kept something for you`;
  return { what: `something from ${sender}`, wrote: `wrote to you that ${kept}`, unopened, reason: kept };
}
