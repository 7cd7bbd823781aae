import { expect, it } from "vitest";
import { ianaSpelling } from "./zone-spelling";

const ALIASES = [
  "America/Buenos_Aires",
  "America/Knox_IN",
  "Asia/Calcutta",
  "Asia/Kolkata",
  "Asia/Saigon",
  "Australia/NSW",
  "CST6CDT",
  "Cuba",
  "EST",
  "Etc/GMT+0",
  "Etc/UCT",
  "GB-Eire",
  "NZ-CHAT",
  "US/East-Indiana",
  "W-SU",
];

it("is the usual one of every zone and alias, whatever its case", () => {
  const fixed = Array.from({ length: 12 }, (_, index) => `Etc/GMT-${index + 1}`);
  for (const zone of [...Intl.supportedValuesOf("timeZone"), ...fixed, ...ALIASES])
    expect([zone, zone.toLowerCase(), zone.toUpperCase()].map(ianaSpelling)).toEqual([zone, zone, zone]);
});

it.each(["Mexico/BajaNorte", "Mars/Olympus_Mons", ""])("%j stays as it is", (zone) => {
  expect(ianaSpelling(zone)).toBe(zone);
});
