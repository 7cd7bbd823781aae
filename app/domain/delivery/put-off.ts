import { type CalendarDate, dateIn, isCalendarDate } from "~/domain/calendar/delivery-date";

/** The vault must be kept until then. */
export const PUT_OFF_YEARS = 5;

/** From tomorrow to five years ahead, in `zone`. */
export function reminderDays(zone: string, now: Date): { first: CalendarDate; last: CalendarDate } {
  const today = dateIn(zone, now);
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  const last = `${Number(today.slice(0, 4)) + PUT_OFF_YEARS}${today.slice(4)}`;
  return { first: tomorrow, last: isCalendarDate(last) ? last : last.replace(/29$/, "28") };
}

export function isReminderDay(date: CalendarDate, zone: string, now: Date): boolean {
  const { first, last } = reminderDays(zone, now);
  return isCalendarDate(date) && date >= first && date <= last;
}
