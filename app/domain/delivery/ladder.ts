import { addDays } from "date-fns";

/** How long a recipient's silence lasts before each reminder, in days: the 3rd and the 14th after handing over. */
const REMINDER_WAITS = [3, 11] as const;

/** When whoever has not opened is reminded first of what was handed over at `now`. */
export function firstReminderAt(now: Date): Date {
  return addDays(now, REMINDER_WAITS[0]);
}

/** When the next reminder follows, once `reminders` of them were sent, the last at `now`; null after the last one. */
export function nextReminderAt(reminders: number, now: Date): Date | null {
  const wait = REMINDER_WAITS[reminders];
  return wait === undefined ? null : addDays(now, wait);
}

/** Whether somebody who was reminded this often is reminded once more. */
export function isReminderLeft(reminders: number): boolean {
  return reminders < REMINDER_WAITS.length;
}
