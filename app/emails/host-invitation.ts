import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { link, personName, salutation } from "./props";

export const hostInvitationProps = z.object({
  name: personName,
  hostName: personName,
  isSealed: z.boolean().default(false),
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Invites a person to host a board together with its owner. Names no title: anyone can type any address. */
export function hostInvitationMail({
  name,
  hostName,
  isSealed,
  url,
  unsubscribeUrl,
}: z.output<typeof hostInvitationProps>): Email {
  const host = hostName || "Someone";
  return compose({
    subject: `${host} asks you to host a memory board together`,
    preheader: isSealed
      ? "From its day on, you’d see every piece and look after them together."
      : "You’d see every piece, and look after them together.",
    title: "Host a memory board together",
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: `${isSealed ? sealed(host) : gathering(host)} You need a free account with this email address.`,
      },
      { kind: "button", label: "See the board", url },
    ],
    closing: "You get this email because a host of this board gave us your address. If you don’t want to, do nothing.",
    ...(unsubscribeUrl && stopMails(host, unsubscribeUrl)),
  });
}

const gathering = (host: string) =>
  `${host} is gathering a memory board and would like your help. As a host you see every piece, can approve, hide or remove it, and can invite guests.`;

const sealed = (host: string) =>
  `${host} has made a memory board and would like your help. It’s sealed, and shows no pieces until its day. From then on, as a host you see every piece and can hide it.`;
