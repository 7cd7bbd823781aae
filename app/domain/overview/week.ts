import { dateIn, deliveryInstant } from "~/domain/calendar/delivery-date";

/** The hour on Mondays, in the person's own zone, at which the weekly digest is written. */
const DIGEST_HOUR = 8;
const MONDAY = 1;
const DAY_MS = 86_400_000;

/** The next Monday morning in `zone` after the instant `now`. */
export function nextDigestAt(zone: string, now: Date): Date {
  const today = Date.parse(dateIn(zone, now));
  for (let day = today; ; day += DAY_MS) {
    const at = deliveryInstant(calendarDate(day), DIGEST_HOUR, zone);
    if (new Date(day).getUTCDay() === MONDAY && at > now) return at;
  }
}

/** The Monday, as `YYYY-MM-DD`, with which the week began in `zone` in which `now` lies. */
export function weekOf(zone: string, now: Date): string {
  const today = Date.parse(dateIn(zone, now));
  return calendarDate(today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS);
}

function calendarDate(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}
