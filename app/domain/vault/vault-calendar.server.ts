import { calendarFile } from "~/domain/calendar/calendar-file";
import type { CalendarDate } from "~/domain/calendar/delivery-date";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { DISPLAY_TITLE, type Vault } from "./vault";

/** Without content; undefined for a vault without a day. */
export function calendarOf(vault: Vault, now = clock.now()): { day: CalendarDate; file: string } | undefined {
  if (!vault.deliveryDate) return undefined;
  const title = vault.title || DISPLAY_TITLE;
  const url = `${env.BASE_URL}/memories/${vault.id}`;
  const file = calendarFile({
    uid: `${vault.id}@${new URL(env.BASE_URL).hostname}`,
    day: vault.deliveryDate,
    summary: vault.recipient ? `“${title}” reaches ${vault.recipient}` : `“${title}” is delivered`,
    description: `Kept with Amberkeep: ${url}`,
    url,
    stamp: now,
  });
  return { day: vault.deliveryDate, file };
}
