import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { day, link, longDate, personName, salutation, vaultTitle } from "./props";

export const deliveredNoticeProps = z.object({
  name: personName,
  title: vaultTitle,
  recipientName: personName,
  /** How many people a board has reached, if not all of them: none when only its claim card was used. */
  reached: z.object({ people: z.number().int().min(0), of: z.number().int().min(1) }).optional(),
  /** In the sender’s zone. */
  deliveredOn: day,
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Written once a mail server has confirmed it, the recipient has opened it, or it has not bounced for three days. */
export function deliveredNoticeMail(props: z.output<typeof deliveredNoticeProps>): Email {
  const recipient = props.recipientName || "the recipient";
  const { reached } = props;
  const some =
    reached && (reached.people > 0 ? `${reached.people} of ${reached.of} people` : "someone with its claim card");
  return compose({
    subject: `Delivered: ${props.title}`,
    preheader: some ? `It has reached ${some}.` : `It arrived on ${longDate(props.deliveredOn)}.`,
    title: "It has arrived",
    greeting: salutation(props.name),
    blocks: [
      {
        kind: "paragraph",
        text: some
          ? `What you kept for ${recipient} has reached ${some}. Its delivery record shows who’s missing, and where you can give us another address.`
          : `What you kept for ${recipient} arrived on ${longDate(props.deliveredOn)}. Should it come back after all, we’ll tell you and try another way.`,
      },
      {
        kind: "facts",
        facts: [
          { label: "Title", value: props.title },
          { label: "For", value: recipient },
          { label: "Delivered", value: longDate(props.deliveredOn) },
        ],
      },
      { kind: "button", label: "See the delivery record", url: props.url },
    ],
    closing: "You get this email because you scheduled this memory at Amberkeep.",
    unsubscribeUrl: props.unsubscribeUrl,
  });
}
