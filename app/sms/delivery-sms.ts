import { z } from "zod";
import { link, oneLine } from "~/emails/props";
import { harmless } from "./harmless";

export const deliverySmsProps = z.object({ senderName: oneLine, url: link });

/** Tells somebody whom no mail reached that a vault is there for them. Who kept it and the way in; nothing of what is in it. */
export function deliverySms({ senderName, url }: z.output<typeof deliverySmsProps>): string {
  return `${harmless(senderName) || "Somebody"} kept something for you at Amberkeep, until today. It is here: ${url}`;
}
