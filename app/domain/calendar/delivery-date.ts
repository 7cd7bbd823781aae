import { tzOffset } from "@date-fns/tz/tzOffset";

/** The furthest delivery, in years from today (product decision 1). */
export const HORIZON_YEARS = 75;
export const LAST_PICKER_YEAR = 2099;
export const DEFAULT_DELIVERY_HOUR = 9;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `YYYY-MM-DD`, without hour or zone. */
export type CalendarDate = string;

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return /^[A-Za-z]/.test(zone);
  } catch {
    return false;
  }
}

/** UTC for a stored zone that this server does not know, as after going back to an older version. */
export const knownZone = (zone: string): string => (isTimeZone(zone) ? zone : "UTC");

/** As `YYYY-MM-DD`; 2027-02-29 is not a date. */
export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

export function dateIn(zone: string, instant: Date): CalendarDate {
  const at = instant.getTime();
  if (at < QUARTERS_SINCE) return format(zone, instant);
  const key = `${zone} ${Math.floor(at / QUARTER_MS)}`;
  const known = dates.get(key);
  if (known) return known;
  const date = format(zone, instant);
  if (dates.size >= DATES_AT_MOST) dates.clear();
  dates.set(key, date);
  return date;
}

function format(zone: string, instant: Date): CalendarDate {
  const [month, day, year] = formatterIn(zone).format(instant).split("/");
  return `${year}-${month}-${day}`;
}

/** Lists show the same dates again and again. */
const dates = new Map<string, CalendarDate>();
const DATES_AT_MOST = 10_000;
/** Since 1980, all offsets are multiples of 15 minutes, so dates change only on a quarter of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS_SINCE = Date.UTC(1980);
/** Creating a formatter costs a hundred times as much as using one. */
const formatters = new Map<string, Intl.DateTimeFormat>();
/** About 600 IANA zones and aliases exist; spellings like `europe/berlin` must not fill the memory. */
const FORMATTERS_AT_MOST = 1_000;

function formatterIn(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    if (formatters.size >= FORMATTERS_AT_MOST) formatters.clear();
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: knownZone(zone),
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** The last date that can be chosen today. */
export function horizonDate(zone: string, now: Date): CalendarDate {
  return plusYears(dateIn(zone, now), HORIZON_YEARS);
}

export const dayAfter = (day: CalendarDate): CalendarDate =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** February 28 where that year has no 29. */
export function plusYears(from: CalendarDate, years: number): CalendarDate {
  const date = `${Number(from.slice(0, 4)) + years}${from.slice(4)}`;
  return isCalendarDate(date) ? date : date.replace(/29$/, "28");
}

/**
 * A local time that a clock change skips becomes the first instant after the gap; one that occurs twice, the first of
 * the two.
 */
export function deliveryInstant(date: CalendarDate, hour: number, zone: string, minute = 0): Date {
  const wall = Date.parse(`${date}T00:00:00Z`) + hour * HOUR_MS + minute * 60_000;
  const offsetAt = (instant: number) => offsetIn(zone, new Date(instant));
  // No zone changes its clocks twice within these two days.
  const [before, after] = [offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)];
  const [earlyReading, lateReading] = [wall - before, wall - after];
  if (offsetAt(earlyReading) === before) return new Date(earlyReading);
  if (offsetAt(lateReading) === after) return new Date(lateReading);
  return new Date(changeOfClocks(lateReading, earlyReading, (instant) => offsetAt(instant) === before));
}

/** In milliseconds. An unknown zone, for which `tzOffset` returns NaN, counts as UTC. */
const offsetIn = (zone: string, instant: Date) => (tzOffset(zone, instant) || 0) * MINUTE_MS;

/** Bisects for the first instant at which the old offset no longer applies. */
function changeOfClocks(low: number, high: number, isBefore: (instant: number) => boolean): number {
  if (high - low <= 1) return high;
  const middle = Math.floor((low + high) / 2);
  return isBefore(middle) ? changeOfClocks(middle, high, isBefore) : changeOfClocks(low, middle, isBefore);
}

/** In calendar days of `zone`; negative when `date` has passed. */
export function daysUntil(date: CalendarDate, zone: string, now: Date): number {
  return (Date.parse(date) - Date.parse(dateIn(zone, now))) / DAY_MS;
}

/** A month is whole on the same day, or on its last day if it is shorter. */
function monthsBetween(earlier: CalendarDate, later: CalendarDate): number {
  const [from, to] = [new Date(earlier), new Date(later)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const isDayReached = to.getUTCDate() >= from.getUTCDate() || to.getUTCDate() === daysInMonth(to);
  return isDayReached ? months : months - 1;
}

function daysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** Today, Tomorrow, days, weeks below 30 days, months below two years, years. */
export function timeToDelivery(date: CalendarDate, zone: string, now: Date): string {
  const days = daysUntil(date, zone, now);
  if (days < 0) return "Overdue";
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  if (days < 7) return `${days} days`;
  if (days < 30) return plural(Math.floor(days / 7), "week");
  const months = Math.max(1, monthsBetween(dateIn(zone, now), date));
  return months < 24 ? plural(months, "month") : plural(Math.floor(months / 12), "year");
}

/** "today", or "in 17 years and 7 months". */
export function distanceInWords(date: CalendarDate, zone: string, now: Date): string {
  const days = daysUntil(date, zone, now);
  if (days < 0) return "overdue";
  if (days === 0) return "today";
  const months = monthsBetween(dateIn(zone, now), date);
  if (months === 0) return `in ${plural(days, "day")}`;
  const parts = [
    months >= 12 ? plural(Math.floor(months / 12), "year") : "",
    months % 12 ? plural(months % 12, "month") : "",
  ];
  return `in ${parts.filter(Boolean).join(" and ")}`;
}

/** "today", "3 days ago", "17 years ago". */
export function agoInWords(date: CalendarDate, zone: string, now: Date): string {
  const days = -daysUntil(date, zone, now);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  const months = monthsBetween(date, dateIn(zone, now));
  if (months === 0) return `${days} days ago`;
  return `${months >= 12 ? plural(Math.floor(months / 12), "year") : plural(months, "month")} ago`;
}

const inFull = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** June 14, 2044. */
export function formatDate(date: CalendarDate): string {
  return inFull.format(new Date(date));
}

/** June 14, 2044 at 09:00. */
export function formatInstant(instant: Date, zone: string): string {
  return `${formatDate(dateIn(zone, instant))} at ${formatTime(instant, zone)}`;
}

/** "in Berlin", "UTC" or "UTC+12". */
export function zoneInWords(zone: string): string {
  return fixedZone(zone) ?? `in ${cityOf(zone)}`;
}

/** "Berlin time", "UTC" or "UTC+12". */
export function zoneTime(zone: string): string {
  return fixedZone(zone) ?? `${cityOf(zone)} time`;
}

const cityOf = (zone: string) => zone.split("/").at(-1)?.replaceAll("_", " ");

/** `Etc/GMT-12` is 12 hours ahead of UTC: these names count westwards. Undefined for a place. */
function fixedZone(zone: string): string | undefined {
  const [name, sign, hours] = /^(?:Etc\/)?(?:UTC|GMT)(?:([+-])(\d+))?$/.exec(zone) ?? [];
  if (name === undefined) return undefined;
  return Number(hours ?? 0) === 0 ? "UTC" : `UTC${sign === "-" ? "+" : "-"}${hours}`;
}

/** 09:00, in `zone`. */
export function formatTime(instant: Date, zone: string): string {
  return new Date(instant.getTime() + offsetIn(zone, instant)).toISOString().slice(11, 16);
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
