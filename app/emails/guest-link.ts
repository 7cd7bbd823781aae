import { z } from "zod";
import { compose } from "./compose";
import { type Email, stopMails } from "./content";
import { day, link, longDate, oneLine, personName, salutation } from "./props";

export const guestLinkProps = z.object({
  name: personName,
  hostName: personName,
  /** The day of the reveal. */
  opensOn: day,
  /** The last day for pieces. */
  closesOn: day.optional(),
  /** The time zone of that day, such as "Berlin time". */
  closesIn: oneLine.optional(),
  /** Why it takes no pieces. */
  closed: z.enum(["sealed", "revealed", "paused", "over"]).nullable().default(null),
  url: link,
  unsubscribeUrl: link.optional(),
});

/** Confirms a guest’s address and leads back to their pieces. Names no title: anyone can type any address. */
export function guestLinkMail({
  name,
  hostName,
  opensOn,
  closesOn,
  closesIn,
  closed,
  url,
  unsubscribeUrl,
}: z.output<typeof guestLinkProps>): Email {
  const host = hostName || "Your host";
  const lastDay = closesOn && `${longDate(closesOn)}${closesIn ? ` (${closesIn})` : ""}`;
  const about = closed
    ? `The memory board of ${hostName || "your host"} ${CLOSED[closed](longDate(opensOn))}`
    : `${host} is gathering pieces for a memory board that opens on ${longDate(opensOn)}${lastDay ? `, and takes pieces until ${lastDay}` : ""}.`;
  return compose({
    subject: "Your link to the memory board",
    preheader: "One tap confirms your email, and it brings you back to your pieces.",
    title: "Your link to the memory board",
    greeting: salutation(name),
    blocks: [
      {
        kind: "paragraph",
        text: `${about} Open this link to confirm your email, and we’ll write to you when the board opens. It’s yours alone: with it you can ${usesOf(closed)} from any phone.`,
      },
      { kind: "button", label: "Confirm and see my pieces", url },
    ],
    closing: "You get this email because someone gave this address on a memory board. If it wasn’t you, do nothing.",
    ...(unsubscribeUrl && stopMails(host, unsubscribeUrl)),
  });
}

const CLOSED = {
  sealed: (day: string) => `is sealed, and opens on ${day}.`,
  revealed: (day: string) => `has been open since ${day}, so it takes no more pieces.`,
  paused: (day: string) => `opens on ${day}. The host is taking a break: new pieces are paused for now.`,
  over: (day: string) => `opens on ${day}. The time for adding pieces is over.`,
};

function usesOf(closed: keyof typeof CLOSED | null): string {
  if (closed === null) return "add pieces, change them or take them back";
  return closed === "sealed" || closed === "revealed"
    ? "take your pieces back"
    : "change your pieces or take them back";
}
