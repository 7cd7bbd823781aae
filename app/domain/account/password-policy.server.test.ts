import { describe, expect, it } from "vitest";
import { FILTER_BYTES } from "./password-filter.server";
import { isCommonPassword, isGuessable } from "./password-policy.server";

const ANNA = { fullName: "Anna Möller-Berger", email: "anna.mb@familie-berger.example" };

describe("a common password", () => {
  it.each(["123456", "password", "Password1", "PASSW0RD", "qwerty123", "iloveyou2", "Trustno1", "dragon"])(
    "is %s",
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  it("is rarely confused with an uncommon one", () => {
    const others = Array.from({ length: 20_000 }, (_, index) => `Kept-${index}-for-Leo`);
    expect(others.filter(isCommonPassword).length / others.length).toBeLessThan(0.002);
    expect(FILTER_BYTES).toBe(200_000);
  });
});

describe("a guessable password", () => {
  it.each([
    ["Berger-1985", "a name and a year"],
    ["anna2026!", "a first name and a year"],
    ["AnnaMollerBerger", "the full name, without its accent"],
    ["anna.mb@familie-berger.example", "the email"],
    ["Amberkeep1", "the product"],
    ["anna123456", "a name and a common password"],
    ["Letmein1", "a common password"],
  ])("is %s: %s", (password) => {
    expect(isGuessable(password, ANNA)).toBe(true);
  });

  it.each(["Correct-Horse-9", "four cups of berger tea", "Amberkeep keeps my 12 letters", "Kept-4-Leo", "Anna-4mbrQ"])(
    "is not %s",
    (password) => {
      expect(isGuessable(password, ANNA)).toBe(false);
    },
  );

  it("may contain a very short name", () => {
    expect(isGuessable("Bo-keeps-it-4-us", { fullName: "Bo Li", email: "bo@example.org" })).toBe(false);
  });
});
