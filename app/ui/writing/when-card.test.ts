import { expect, it } from "vitest";
import { whenInWords } from "./when-card";

const NOON_IN_UTC = new Date("2026-11-29T12:00:00Z");

it.each([
  ["2026-11-28", "Pacific/Honolulu", "which has passed"],
  ["2026-11-29", "Pacific/Honolulu", "today"],
  ["2026-11-29", "Europe/Berlin", "so it goes out at once"],
  ["2026-11-29", "Pacific/Auckland", "which has passed"],
  ["2026-11-30", "Pacific/Auckland", "today"],
  ["2026-12-01", "Pacific/Auckland", "in 1 day"],
])("says of %s in %s at noon in UTC: %s", (date, zone, distance) => {
  expect(whenInWords(date, "9", zone, NOON_IN_UTC)?.distance).toBe(distance);
});

it.each([
  ["12", "so it goes out at once"],
  ["13", "today"],
])("says of today at %s:00, at noon: %s", (hour, distance) => {
  expect(whenInWords("2026-11-29", hour, "UTC", NOON_IN_UTC)?.distance).toBe(distance);
});
