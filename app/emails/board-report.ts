import { z } from "zod";
import { compose } from "./compose";
import type { Email } from "./content";
import { link, personName, salutation, vaultTitle } from "./props";

export const boardReportProps = z.object({ name: personName, title: vaultTitle, url: link });

/** Notifies a host that someone reported a piece, without showing it. */
export function boardReportMail({ name, title, url }: z.output<typeof boardReportProps>): Email {
  return compose({
    subject: "A piece on your board was reported",
    preheader: "Please take a look, and decide whether it stays.",
    title: "A piece was reported",
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: "Someone thinks that a piece on your memory board shouldn’t be there. Please take a look: you can hide it, remove it or leave it where it is.",
      },
      { kind: "facts", facts: [{ label: "Board", value: title }] },
      { kind: "button", label: "See the piece", url },
    ],
    closing: "You get this email because you host this memory board.",
  });
}
