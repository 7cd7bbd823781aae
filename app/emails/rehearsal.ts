import type { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { deliveryContent, type deliveryProps } from "./delivery";

/** The delivery mail, sent to its sender and marked as a rehearsal. */
export function rehearsalMail(props: z.output<typeof deliveryProps>): Email {
  const content = deliveryContent(props);
  return compose({
    ...content,
    subject: `Rehearsal: ${content.subject}`,
    preheader: "Nobody but you was sent this.",
    note: "This is a rehearsal, sent to nobody but you. What follows is the mail as it will be; only its link leads back to the rehearsal.",
  });
}
