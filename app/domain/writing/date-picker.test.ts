import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dateIn,
  daysUntil,
  deliveryInstant,
  horizonDate,
  isCalendarDate,
  LAST_PICKER_YEAR,
} from "~/domain/calendar/delivery-date";
import { daysOf, leadingBlanks, monthsOf, parsePickedDate, yearsWithin } from "./date-picker";
import { vaultSchema } from "./vault-schema";

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** From 12 hours behind UTC to 14 ahead, some with clock changes at midnight. */
const ZONES = [
  ...Array.from({ length: 27 }, (_, index) => `Etc/GMT${index <= 12 ? "+" : "-"}${Math.abs(index - 12)}`),
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Asia/Kathmandu",
];
const zone = fc.constantFrom(...ZONES);
const instant = fc.date({ min: new Date("2026-01-01"), max: new Date("2098-12-31"), noInvalidDate: true });
const boundsIn = (inZone: string, now: Date) => ({ first: dateIn(inZone, now), last: horizonDate(inZone, now) });
const nextDay = (date: string, by = 1) => new Date(Date.parse(date) + by * DAY).toISOString().slice(0, 10);

/** Returns the form's error for this day, if any. */
function dateError(deliveryDate: string, deliveryZone: string, now: Date): string | undefined {
  const fields = { title: "A", recipientEmail: "mia@example.net", message: "B", deliveryDate, deliveryZone };
  return vaultSchema("send-to-someone", now).safeParse(fields).error?.issues[0]?.message;
}

/** Clicks through the picker; undefined where a step is disabled. */
function pick(date: string, bounds: { first: string; last: string }): string | undefined {
  const [year = "", month = ""] = [date.slice(0, 4), date.slice(0, 7)];
  if (!yearsWithin(bounds).includes(year)) return undefined;
  if (parsePickedDate(year, bounds).year !== year) return undefined;
  if (!monthsOf(year, bounds).some((one) => one.month === month && one.isOpen)) return undefined;
  if (parsePickedDate(month, bounds).month !== month) return undefined;
  return daysOf(month, bounds).find((one) => one.date === date && one.isOpen)?.date;
}

describe("the days that can be picked", () => {
  it("are those that the form accepts, up to 2099, in every zone and at every instant", () => {
    fc.assert(
      fc.property(zone, instant, fc.integer({ min: -800, max: 28_500 }), (inZone, now, ahead) => {
        const bounds = boundsIn(inZone, now);
        const date = nextDay(bounds.first, ahead);
        const isTaken = dateError(date, inZone, now) === undefined;
        const isOffered = Number(date.slice(0, 4)) <= LAST_PICKER_YEAR;
        expect(pick(date, bounds), `${date} in ${inZone} at ${now.toISOString()}`).toBe(
          isTaken && isOffered ? date : undefined,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(["2100-01-01", "2100-02-28", "2103-12-31"])("are those that the form accepts on %s, after 2099", (today) => {
    const now = new Date(`${today}T12:00:00Z`);
    const bounds = boundsIn("UTC", now);
    for (const date of [bounds.first, nextDay(bounds.first), "2104-02-29", "2175-01-01", bounds.last]) {
      expect(dateError(date, "UTC", now), date).toBeUndefined();
      expect(pick(date, bounds)).toBe(date);
    }
    expect([pick("2200-02-28", bounds), pick(nextDay(bounds.last), bounds)]).toEqual([undefined, undefined]);
  });

  it("begin today and end at the horizon, in the seconds before and after midnight, too", () => {
    fc.assert(
      fc.property(zone, instant, fc.constantFrom(-1_000, 0, 1_000), (inZone, day, around) => {
        const midnight = deliveryInstant(dateIn(inZone, day), 0, inZone);
        const now = new Date(midnight.getTime() + around);
        const { first, last } = boundsIn(inZone, now);
        expect([dateError(first, inZone, now), dateError(last, inZone, now)]).toEqual([undefined, undefined]);
        expect(dateError(nextDay(first, -1), inZone, now)).toBe("Please select a date that is still to come.");
        expect(dateError(nextDay(last), inZone, now)).toBe("Please select a date within 75 years.");
        expect(daysUntil(first, inZone, now)).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it("are real days, in order, on their day of the week", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2026, max: 2099 }), fc.integer({ min: 1, max: 12 }), (year, number) => {
        const month = `${year}-${String(number).padStart(2, "0")}`;
        const dates = daysOf(month, { first: "2026-01-01", last: "2099-12-31" }).map(({ date }) => date);
        expect(dates.every(isCalendarDate)).toBe(true);
        expect(nextDay(dates.at(-1) ?? "").slice(8)).toBe("01");
        expect((leadingBlanks(month) + 1) % 7).toBe(new Date(`${month}-01T00:00:00Z`).getUTCDay());
      }),
    );
  });

  it.each([
    ["2028-02", 29],
    ["2027-02", 28],
    ["2096-02", 29],
    ["2044-06", 30],
  ])("of %s are %i", (month, count) => {
    expect(daysOf(month, { first: "2026-01-01", last: "2099-12-31" })).toHaveLength(count);
  });

  it("last between 23 and 25 hours when clocks change, and follow each other without gaps", () => {
    fc.assert(
      fc.property(zone, instant, (inZone, now) => {
        const date = dateIn(inZone, now);
        const length = deliveryInstant(nextDay(date), 0, inZone).getTime() - deliveryInstant(date, 0, inZone).getTime();
        expect(length).toBeGreaterThanOrEqual(23 * HOUR);
        expect(length).toBeLessThanOrEqual(25 * HOUR);
      }),
      { numRuns: 1_000 },
    );
  });
});

it.each(["", "x", "2025", "2100", "2044-13", "2044-6", "2044-00", "__proto__", "2026-10"])(
  "the invalid step %j leads back to a valid one",
  (given) => {
    const picked = parsePickedDate(given, { first: "2026-11-21", last: "2101-11-21" });
    expect(picked.month).toBeUndefined();
    if (picked.year) expect(given.startsWith(picked.year)).toBe(true);
  },
);
