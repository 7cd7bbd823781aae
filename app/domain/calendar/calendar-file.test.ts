import fc from "fast-check";
import ICAL from "ical.js";
import { afterEach, expect, it, vi } from "vitest";
import { type CalendarDay, calendarFile } from "./calendar-file";

const DAY: CalendarDay = {
  uid: "abc@amberkeep.example",
  day: "2044-02-29",
  summary: "“Mia; 18, at last” reaches Mia",
  description: "Kept with Amberkeep: https://amberkeep.example/memories/abc",
  url: "https://amberkeep.example/memories/abc",
  stamp: new Date("2031-06-14T09:00:00.123Z"),
};

afterEach(() => vi.unstubAllEnvs());

function read(file: string) {
  const component = new ICAL.Component(ICAL.parse(file));
  const [first, ...others] = component.getAllSubcomponents("vevent");
  if (!first || others.length > 0) throw new Error("There is not one event.");
  return { component, properties: first, event: new ICAL.Event(first) };
}

it("parses as an all-day event with a UTC stamp", () => {
  const { component, properties, event } = read(calendarFile(DAY));
  expect(component.getFirstPropertyValue("version")).toBe("2.0");
  expect(component.getFirstPropertyValue("prodid")).toMatch(/Amberkeep/);
  expect(event).toMatchObject({ uid: DAY.uid, summary: DAY.summary, description: DAY.description });
  expect([event.startDate.isDate, String(event.startDate), String(event.endDate)]).toEqual([
    true,
    "2044-02-29",
    "2044-03-01",
  ]);
  expect(event.duration.toSeconds()).toBe(86_400);
  expect(String(properties.getFirstPropertyValue("dtstamp"))).toBe("2031-06-14T09:00:00Z");
  expect(properties.getFirstPropertyValue("url")).toBe(DAY.url);
  expect(properties.getFirstPropertyValue("transp")).toBe("TRANSPARENT");
});

it.each(["America/New_York", "Pacific/Kiritimati"])("ends with the next day on a server in %s", (zone) => {
  vi.stubEnv("TZ", zone);
  expect(String(read(calendarFile(DAY)).event.endDate)).toBe("2044-03-01");
});

it("escapes any text and folds lines at 75 octets", () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'\\;,:\n\r\t "BEGIN'), fc.string({ unit: "grapheme" })) });
  fc.assert(
    fc.property(text, text, (summary, description) => {
      const file = calendarFile({ ...DAY, summary, description });
      expect(file.endsWith("\r\n")).toBe(true);
      const lines = file.split("\r\n").slice(0, -1);
      for (const line of lines) {
        expect(line).not.toMatch(/[\r\n]/);
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(Buffer.from(line).toString()).toBe(line);
      }
      const plain = (written: string) =>
        written.replace(/\r\n|[\r\n\u2028\u2029]/g, "\n").replace(/[^\P{Cc}\n]/gu, " ");
      const { event } = read(file);
      expect([event.summary, event.description]).toEqual([plain(summary), plain(description)]);
    }),
  );
});
