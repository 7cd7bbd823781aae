import { calendarFile } from "~/domain/calendar/calendar-file";
import type { CalendarDate } from "~/domain/calendar/delivery-date";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { findClaimDay } from "./claim.server";

/** Names neither sender, vault nor code. Undefined unless a vault waits and its card may show the day. */
export async function claimCalendar(
  code: string,
  now = clock.now(),
): Promise<{ day: CalendarDate; file: string } | undefined> {
  const claim = await findClaimDay(code, now);
  if (!claim) return undefined;
  const url = `${env.BASE_URL}/claim`;
  const file = calendarFile({
    uid: `${keyedDigest("claim-calendar", code).slice(0, 32)}@${new URL(env.BASE_URL).hostname}`,
    day: claim.date,
    summary: "What was kept for you can be opened",
    description: `The code on your claim card opens it: ${url}`,
    url,
    stamp: now,
  });
  return { day: claim.date, file };
}
