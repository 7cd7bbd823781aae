import { createEvent } from "ics";
import { env } from "~/env.server";
import { DISPLAY_TITLE, type Vault } from "./vault";

/**
 * The vault's day as a calendar file (RFC 5545): a whole day, with where to look. Calendars lie on many devices, so it
 * says nothing of the content. Undefined for a vault without a day.
 * @throws Error when the event cannot be written
 */
export function calendarOf(vault: Vault): string | undefined {
  if (!vault.deliveryDate) return undefined;
  const [year, month, day] = vault.deliveryDate.split("-").map(Number) as [number, number, number];
  const title = vault.title || DISPLAY_TITLE;
  const url = `${env.BASE_URL}/memories/${vault.id}`;
  const { value, error } = createEvent({
    uid: `${vault.id}@${new URL(env.BASE_URL).hostname}`,
    productId: "amberkeep",
    calName: "Amberkeep",
    title: vault.recipient ? `“${title}” reaches ${vault.recipient}` : `“${title}” is delivered`,
    description: `Kept with Amberkeep: ${url}`,
    url,
    start: [year, month, day],
    duration: { days: 1 },
    busyStatus: "FREE",
    transp: "TRANSPARENT",
  });
  if (error) throw error;
  return value ?? undefined;
}
