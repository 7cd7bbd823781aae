import { subDays } from "date-fns";
import {
  type CalendarDate,
  DEFAULT_DELIVERY_HOUR,
  dateIn,
  dayAfter,
  isCalendarDate,
  plusYears,
  zoneInWords,
} from "~/domain/calendar/delivery-date";
import { keptUntil, NOTICE_DAYS } from "~/domain/vault/keeping";

const PUT_OFF_YEARS = 5;

/** "09:00 in Berlin": its recipient may be anywhere. */
export function reminderTime(zone: string): string {
  return `${String(DEFAULT_DELIVERY_HOUR).padStart(2, "0")}:00 ${zoneInWords(zone)}`;
}

type Delivered = { zone: string; deliveredAt: Date | null };
type ReminderDays = { first: CalendarDate; last: CalendarDate };

/**
 * From tomorrow to five years ahead, in the vault's zone, and before the first notice that its time is over. Undefined
 * when no day is left.
 */
export function reminderDays({ zone, deliveredAt }: Delivered, now: Date): ReminderDays | undefined {
  const today = dateIn(zone, now);
  const first = dayAfter(today);
  const furthest = plusYears(today, PUT_OFF_YEARS);
  const beforeNotice = deliveredAt && dateIn(zone, subDays(keptUntil(deliveredAt), NOTICE_DAYS[0] + 1));
  const last = beforeNotice && beforeNotice < furthest ? beforeNotice : furthest;
  return first <= last ? { first, last } : undefined;
}

export function isReminderDay(date: CalendarDate, delivered: Delivered, now: Date): boolean {
  const days = reminderDays(delivered, now);
  return days !== undefined && isCalendarDate(date) && date >= days.first && date <= days.last;
}
