import { TZDate } from "@date-fns/tz";
import { format } from "date-fns";
import { greetingName } from "../frame/chrome";

/** "Good morning, Anna." by the time of day in `zone`. */
export function greeting(name: string, zone: string, now: Date): string {
  const hour = new TZDate(now, zone).getHours();
  const part = hour < 5 ? "evening" : hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
  return `Good ${part}, ${greetingName(name)}.`;
}

/** Today in `zone`: Friday, November 20, 2026. */
export function dayIn(zone: string, now: Date): string {
  return format(new TZDate(now, zone), "EEEE, MMMM d, yyyy");
}

/** The time in `zone`: 10:42. */
export function timeIn(zone: string, now: Date): string {
  return format(new TZDate(now, zone), "HH:mm");
}
