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
    preheader: "Only you got this email.",
    note: "This is a rehearsal, sent only to you. Below is the email as it will arrive, except that its link leads back to the rehearsal.",
  });
}
