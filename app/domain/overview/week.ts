import { dateIn, deliveryInstant } from "~/domain/calendar/delivery-date";

/** On Mondays in the user's zone. */
const DIGEST_HOUR = 8;
const MONDAY = 1;
const DAY_MS = 86_400_000;

/** The next Monday morning in `zone`. */
export function nextDigestAt(zone: string, now: Date): Date {
  const today = Date.parse(dateIn(zone, now));
  for (let day = today; ; day += DAY_MS) {
    const at = deliveryInstant(calendarDate(day), DIGEST_HOUR, zone);
    if (new Date(day).getUTCDay() === MONDAY && at > now) return at;
  }
}

/** The Monday of this week in `zone`. */
export function weekOf(zone: string, now: Date): string {
  const today = Date.parse(dateIn(zone, now));
  return calendarDate(today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS);
}

function calendarDate(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}
