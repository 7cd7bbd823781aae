import { expect, it } from "vitest";
import { otherQuoteOf, QUOTES, quoteOf } from "./quotes";
import { suggestionOf } from "./suggestions";

const days = (count: number) =>
  Array.from({ length: count }, (_, day) => new Date(Date.UTC(2026, 10, 20 + day)).toISOString().slice(0, 10));

it.each([
  ["quotes", quoteOf],
  ["suggestions", suggestionOf],
])("there are more %s than days in most months, and no two days in a row have the same", (_, of) => {
  const month = days(31).map(of);
  expect(new Set(month).size).toBe(31);
  expect(month.every((sentence) => sentence.length > 10)).toBe(true);
});

it("has the same quote for all users on a day, in any year", () => {
  expect(quoteOf("2026-11-20")).toBe(quoteOf("2026-11-20"));
  expect(QUOTES).toContain(quoteOf("1969-12-31"));
  expect(QUOTES).toContain(quoteOf("2101-01-01"));
});

it("never shows the same quote twice on a day", () => {
  for (const day of days(100)) expect(otherQuoteOf(day)).not.toBe(quoteOf(day));
});
