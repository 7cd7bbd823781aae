import { expect, it } from "vitest";
import { figuresInWords, type PromiseFigures, shareInWords } from "./promise-words";

const EMPTY: PromiseFigures = {
  computedAt: "2026-11-22T10:00:00.000Z",
  waiting: 0,
  held: 0,
  furthestDay: null,
  due: 0,
  onTheDay: 0,
  early: 0,
  lastCheckAt: null,
  lastRestoreDrill: null,
};
const valuesOf = (figures: PromiseFigures) =>
  Object.fromEntries(figuresInWords(figures).map(({ id, value }) => [id, value]));

it("never rounds a share up", () => {
  expect(shareInWords(9_999, 10_000)).toBe("99.9%");
  expect(shareInWords(10_000, 10_000)).toBe("100%");
  expect(shareInWords(0, 3)).toBe("0%");
  expect(shareInWords(2, 3)).toBe("66.6%");
});

it("claims nothing for an installation without figures", () => {
  expect(valuesOf(EMPTY)).toMatchObject({
    onTheDay: "–",
    furthestDay: "–",
    lastCheckAt: "never",
    lastRestoreDrill: "not yet",
  });
});

it("says how each figure is computed", () => {
  const figures = { ...EMPTY, waiting: 12_345, due: 4, onTheDay: 3, furthestDay: "2101-06-14" };
  expect(valuesOf(figures)).toMatchObject({ waiting: "12,345", onTheDay: "75%", furthestDay: "June 14, 2101" });
  for (const { how } of figuresInWords(figures)) expect(how).toMatch(/\.$/);
  expect(figuresInWords(figures).find(({ id }) => id === "onTheDay")?.how).toMatch(/^3 of 4 deliveries/);
});

it.each([
  ["2026-11-22T09:59:48.000Z", "12 seconds ago"],
  ["2026-11-22T10:00:05.000Z", "just now"],
  ["2026-11-22T09:59:00.000Z", "1 minute ago"],
  ["2026-11-20T09:00:00.000Z", "2 days ago"],
])("says when the last look was: %s", (lastCheckAt, words) => {
  expect(valuesOf({ ...EMPTY, lastCheckAt }).lastCheckAt).toBe(words);
});
