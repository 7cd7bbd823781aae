import { expect, it } from "vitest";
import { sealInWords } from "./seal-note";

const NOTE = { sealedOn: "2026-11-20", isUnchanged: true, readersBefore: 0 };

it.each([
  [{}, "Sealed on November 20, 2026, and unchanged since. You are the first to open it."],
  [
    { readersBefore: 1 },
    "Sealed on November 20, 2026, and unchanged since. Also opened by one other person before you.",
  ],
  [{ readersBefore: null }, "Sealed on November 20, 2026, and unchanged since."],
  [{ readersBefore: 3 }, "Sealed on November 20, 2026, and unchanged since. Also opened by 3 others before you."],
])("a seal is described in words: %j", (change, sentence) => {
  expect(sealInWords({ ...NOTE, ...change })).toBe(sentence);
});

it("reports a seal that does not match", () => {
  const words = sealInWords({ ...NOTE, isUnchanged: false });
  expect(words).toContain("no longer matches its certificate");
  expect(words).not.toMatch(/unchanged|first/);
});
