import { z } from "zod";
import { link, oneLine } from "~/emails/props";
import { harmless } from "./harmless";

export const chosenReminderSmsProps = z.object({ senderName: oneLine, url: link });

/** Reminds somebody who asked for it, and whom no mail reached, of what was kept for them. */
export function chosenReminderSms({ senderName, url }: z.output<typeof chosenReminderSmsProps>): string {
  return `You asked us to remind you: ${harmless(senderName) || "Somebody"} kept something for you at Amberkeep. ${url}`;
}
