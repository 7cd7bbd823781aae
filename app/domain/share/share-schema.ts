import { z } from "zod";
import { type CalendarDate, dateIn, dayAfter, deliveryInstant, isCalendarDate } from "~/domain/calendar/delivery-date";

const NO_DAY = "Please choose a day from the calendar, or leave it empty.";
const PAST = "Please choose today or a later day.";
/** Later than any delivery can be. */
const LAST_DAY = "2199-12-31";

/** `lastDay` is a date in `zone`. */
export function shareSchema(zone: string, now: Date) {
  return z.object({
    /** Without it a link is made. */
    revoke: z.string({ error: "Please send this field once." }).max(40, "Please use at most 40 characters.").optional(),
    lastDay: z
      .string({ error: "Please send this field once." })
      .refine((day) => isCalendarDate(day) && day <= LAST_DAY, NO_DAY)
      .refine((day) => !isCalendarDate(day) || day >= dateIn(zone, now), PAST)
      .optional(),
  });
}

export function endOfDay(day: CalendarDate, zone: string): Date {
  return deliveryInstant(dayAfter(day), 0, zone);
}
