import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dateIn,
  daysUntil,
  deliveryInstant,
  distanceInWords,
  formatInstant,
  horizonDate,
  isCalendarDate,
  isTimeZone,
  timeToDelivery,
  zoneInWords,
  zoneTime,
} from "./delivery-date";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const ZONES = Intl.supportedValuesOf("timeZone");
/** From the zone furthest behind UTC to the one furthest ahead. */
const FIXED_ZONES = Array.from({ length: 27 }, (_, index) => {
  const east = index - 12;
  return { zone: `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`, east };
});

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Local time in `zone`, from Intl rather than from the code under test. */
function wallClock(instant: Date, zone: string): { date: string; hour: number; minute: number } {
  let clock = clocks.get(zone);
  if (!clock) {
    const two = "2-digit" as const;
    clock = new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      calendar: "iso8601",
      hourCycle: "h23",
      year: "numeric",
      month: two,
      day: two,
      hour: two,
      minute: two,
    });
    clocks.set(zone, clock);
  }
  const part = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]));
  return { date: `${part.year}-${part.month}-${part.day}`, hour: Number(part.hour), minute: Number(part.minute) };
}

const wallMinutes = (instant: Date, zone: string) => {
  const { date, hour, minute } = wallClock(instant, zone);
  return Date.parse(`${date}T00:00:00Z`) / 60_000 + hour * 60 + minute;
};

const asDate = (year: number, dayOfYear: number) =>
  new Date(Date.UTC(year, 0, 1 + dayOfYear)).toISOString().slice(0, 10);

/** The days of a year on which clocks change, each with the zone's distance from UTC and by how much it changes. */
function clockChanges(inZone: string, year: number): { day: number; offset: number; moved: number }[] {
  const offsetOn = (day: number) => {
    const noon = Date.UTC(year, 0, day + 1, 12);
    return wallMinutes(new Date(noon), inZone) - noon / 60_000;
  };
  const found = [];
  for (let week = 0; week < 365; week += 7) {
    // Most weeks change nothing: look at their days only where the offsets of its ends differ.
    if (offsetOn(week) === offsetOn(week + 7)) continue;
    for (let day = week; day < week + 7; day += 1) {
      const [offset, moved] = [offsetOn(day), offsetOn(day + 1) - offsetOn(day)];
      if (moved !== 0) found.push({ day, offset, moved });
    }
  }
  return found;
}

/** Expects the first instant at which clocks in `zone` show `hour` on `date`, or jump over it. */
function expectFirst(instant: Date, date: string, hour: number, zone: string): void {
  const wanted = Date.parse(`${date}T00:00:00Z`) / 60_000 + hour * 60;
  const context = `${date} ${hour}:00 in ${zone}: ${instant.toISOString()}`;
  const shown = wallMinutes(instant, zone);
  expect(shown, context).toBeGreaterThanOrEqual(wanted);
  // No clock change exceeds three hours: the hour must not occur a minute or any quarter of an hour earlier.
  const earlier = [1, ...Array.from({ length: 12 }, (_, quarter) => (quarter + 1) * 15)];
  const there = earlier.filter(
    (minutes) => wallMinutes(new Date(instant.getTime() - minutes * 60_000), zone) >= wanted,
  );
  expect(there, context).toEqual([]);
  // Later than wanted only where the clocks jump over that hour, and then right after the jump.
  if (shown > wanted) expect(wallMinutes(new Date(instant.getTime() - 60_000), zone), context).toBeLessThan(shown - 1);
}

const zone = fc.constantFrom(...ZONES);
const date = fc
  .tuple(fc.integer({ min: 2026, max: 2101 }), fc.integer({ min: 0, max: 365 }))
  .map(([year, day]) => asDate(year, day));
const hour = fc.integer({ min: 0, max: 23 });

describe("the instant of a delivery", () => {
  it("is when clocks in its zone first show its hour on its date, in every zone and year", () => {
    fc.assert(
      fc.property(zone, date, hour, (inZone, onDate, atHour) => {
        expectFirst(deliveryInstant(onDate, atHour, inZone), onDate, atHour, inZone);
      }),
      { numRuns: 4_000 },
    );
  });

  it("is right on the days of clock changes, under all the rules that zones have", () => {
    let changes = 0;
    for (const year of [2027, 2101]) {
      // Many zones have the same rules.
      const zonesByRules = new Map(ZONES.map((inZone) => [JSON.stringify(clockChanges(inZone, year)), inZone]));
      for (const [rules, inZone] of zonesByRules) {
        for (const { day } of JSON.parse(rules)) {
          changes += 1;
          for (const onDate of [asDate(year, day), asDate(year, day + 1)]) {
            for (let atHour = 0; atHour < 24; atHour += 1) {
              expectFirst(deliveryInstant(onDate, atHour, inZone), onDate, atHour, inZone);
            }
          }
        }
      }
    }
    expect(changes).toBeGreaterThan(80);
  });

  it.each([
    ["an ordinary morning", "2044-06-14", 9, "Europe/Berlin", "2044-06-14T07:00:00Z"],
    ["an hour that the spring skips: the first after it", "2027-03-28", 2, "Europe/Berlin", "2027-03-28T01:00:00Z"],
    ["an hour that the autumn repeats: its first time", "2027-10-31", 2, "Europe/Berlin", "2027-10-31T00:00:00Z"],
    ["a midnight that does not exist", "2027-09-05", 0, "America/Santiago", "2027-09-05T04:00:00Z"],
    ["half an hour of summer time", "2027-10-03", 2, "Australia/Lord_Howe", "2027-10-02T15:30:00Z"],
    ["a quarter to the hour", "2030-01-01", 0, "Asia/Kathmandu", "2029-12-31T18:15:00Z"],
    ["the leap day", "2096-02-29", 23, "UTC", "2096-02-29T23:00:00Z"],
    ["the last day of the horizon", "2101-12-31", 23, "Pacific/Kiritimati", "2101-12-31T09:00:00Z"],
  ])("for %s", (_, onDate, atHour, inZone, instant) => {
    expect(deliveryInstant(onDate, atHour, inZone)).toEqual(new Date(instant));
  });

  it("counts as UTC in a stored zone that this server does not know", () => {
    const instant = deliveryInstant("2044-06-14", 9, "America/Newtown");
    expect(instant).toEqual(new Date("2044-06-14T09:00:00Z"));
    expect(formatInstant(instant, "America/Newtown")).toBe("June 14, 2044 at 09:00");
  });

  it("keeps its distance from UTC in fixed zones, from 12 hours behind to 14 ahead", () => {
    fc.assert(
      fc.property(fc.constantFrom(...FIXED_ZONES), date, hour, (fixed, onDate, atHour) => {
        const inUtc = deliveryInstant(onDate, atHour, "UTC").getTime();
        expect(deliveryInstant(onDate, atHour, fixed.zone).getTime()).toBe(inUtc - fixed.east * HOUR);
      }),
    );
  });

  it("never comes earlier for a later hour or date", () => {
    fc.assert(
      fc.property(zone, date, hour, date, hour, (inZone, ...[oneDate, oneHour, otherDate, otherHour]) => {
        const [earlier, later] = [
          { date: oneDate, hour: oneHour },
          { date: otherDate, hour: otherHour },
        ].sort((a, b) => a.date.localeCompare(b.date) || a.hour - b.hour);
        if (!earlier || !later) return;
        expect(deliveryInstant(earlier.date, earlier.hour, inZone).getTime()).toBeLessThanOrEqual(
          deliveryInstant(later.date, later.hour, inZone).getTime(),
        );
      }),
    );
  });
});

describe("a date", () => {
  const daysIn = (year: number, month: number) =>
    [31, (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][
      month - 1
    ] ?? 0;

  it("exists when the calendar has it", () => {
    const number = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), number(14), number(33), (year, month, day) => {
        const written = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
        expect(isCalendarDate(written), written).toBe(day >= 1 && day <= daysIn(year, month));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each(["2028-02-29", "2096-02-29", "2000-02-29"])("%s is a leap day", (written) => {
    expect(isCalendarDate(written)).toBe(true);
  });

  it.each([
    "2027-02-29",
    "2100-02-29",
    "2027-2-9",
    "20270209",
    "2027-02-09T00:00",
    " 2027-02-09",
    "2027-02-09\n",
    "+2027-02-09",
    "",
  ])("%j is none", (written) => {
    expect(isCalendarDate(written)).toBe(false);
  });

  it("is today's in the user's zone, not the server's", () => {
    fc.assert(
      fc.property(
        zone,
        fc.date({ min: new Date("2026-01-01"), max: new Date("2101-12-31"), noInvalidDate: true }),
        (inZone, now) => {
          expect(dateIn(inZone, now)).toBe(wallClock(now, inZone).date);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("is at most 75 years away; a leap day leads to February 28", () => {
    expect(horizonDate("UTC", new Date("2026-10-05T12:00:00Z"))).toBe("2101-10-05");
    expect(horizonDate("UTC", new Date("2028-02-29T12:00:00Z"))).toBe("2103-02-28");
    expect(horizonDate("Pacific/Kiritimati", new Date("2026-12-31T23:00:00Z"))).toBe("2102-01-01");
    expect(horizonDate("Etc/GMT+12", new Date("2027-01-01T01:00:00Z"))).toBe("2101-12-31");
  });
});

describe("the distance to a date", () => {
  const now = new Date("2026-10-05T22:30:00Z");

  it("is counted in calendar days across clock changes", () => {
    fc.assert(
      fc.property(zone, fc.integer({ min: -400, max: 28_000 }), (inZone, days) => {
        const today = wallClock(now, inZone).date;
        const then = new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
        expect(daysUntil(then, inZone, now)).toBe(days);
      }),
      { numRuns: 1_000 },
    );
  });

  it("never looks shorter for a later date", () => {
    const unitDays: Record<string, number> = {
      Today: 0,
      Tomorrow: 1,
      day: 1,
      days: 1,
      week: 7,
      weeks: 7,
      month: 29,
      months: 29,
      years: 12 * 29,
    };
    const weight = (badge: string) => {
      const [count = "", unit = ""] = badge.split(" ");
      return unit ? Number(count) * (unitDays[unit] ?? Number.NaN) : (unitDays[badge] ?? Number.NaN);
    };
    let last = -1;
    for (let days = 0; days < 28_000; days += 1) {
      const then = new Date(Date.parse("2026-10-05") + days * DAY).toISOString().slice(0, 10);
      const current = weight(timeToDelivery(then, "UTC", now));
      expect(current, `${days} days`).toBeGreaterThanOrEqual(last);
      last = current;
    }
  });

  it.each([
    [0, "Today", "today"],
    [1, "Tomorrow", "in 1 day"],
    [2, "2 days", "in 2 days"],
    [6, "6 days", "in 6 days"],
    [7, "1 week", "in 7 days"],
    [29, "4 weeks", "in 29 days"],
    [30, "1 month", "in 30 days"],
    [31, "1 month", "in 1 month"],
    [365, "12 months", "in 1 year"],
    [730, "23 months", "in 1 year and 11 months"],
    [731, "2 years", "in 2 years"],
    [6_423, "17 years", "in 17 years and 7 months"],
    [-3, "Overdue", "overdue"],
  ])("of %i days is %s on a badge and %s in words", (days, badge, words) => {
    const then = new Date(Date.parse("2026-10-05") + days * DAY).toISOString().slice(0, 10);
    expect([timeToDelivery(then, "UTC", now), distanceInWords(then, "UTC", now)]).toEqual([badge, words]);
  });
});

describe("a time zone", () => {
  it.each(ZONES.filter((_, index) => index % 20 === 0))("%s is one", (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each([
    "",
    "Mars/Olympus_Mons",
    "+05:00",
    "Europe/Berlin\u0000",
    "Europe/ Berlin",
    "__proto__",
    "Europe/".repeat(9),
  ])("%j is none", (name) => {
    expect(isTimeZone(name)).toBe(false);
  });

  it.each([
    ["Europe/Berlin", "in Berlin"],
    ["America/Argentina/Buenos_Aires", "in Buenos Aires"],
    ["UTC", "UTC"],
    ["Etc/UTC", "UTC"],
    ["Etc/GMT-0", "UTC"],
  ])("%s is called %s", (name, words) => {
    expect(zoneInWords(name)).toBe(words);
  });

  it("is called by its distance from UTC, which some names count westwards", () => {
    const noon = new Date("2044-06-14T12:00:00Z");
    for (const { zone: name, east } of FIXED_ZONES) {
      const words = east === 0 ? "UTC" : `UTC${east > 0 ? "+" : ""}${east}`;
      expect([zoneInWords(name), zoneTime(name)], name).toEqual([words, words]);
      expect(deliveryInstant("2044-06-14", 12, name).getTime(), name).toBe(noon.getTime() - east * HOUR);
    }
    expect(zoneTime("America/New_York")).toBe("New York time");
  });
});
