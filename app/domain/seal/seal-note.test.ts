import { expect, it } from "vitest";
import { sealInWords } from "./seal-note";

const NOTE = { sealedOn: "2026-11-20", isUnchanged: true, readersBefore: 0 };

it.each([
  [{}, "Sealed on November 20, 2026, unchanged since, read 0 times before you."],
  [{ readersBefore: 1 }, "Sealed on November 20, 2026, unchanged since, opened by one other person before you."],
  [{ readersBefore: 3 }, "Sealed on November 20, 2026, unchanged since, opened by 3 others before you."],
])("a seal is told in one sentence: %j", (change, sentence) => {
  expect(sealInWords({ ...NOTE, ...change })).toBe(sentence);
});

it("reports a seal that does not match", () => {
  const words = sealInWords({ ...NOTE, isUnchanged: false });
  expect(words).toContain("does not match its certificate");
  expect(words).not.toMatch(/unchanged|read 0/);
});
