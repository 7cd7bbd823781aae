import { describe, expect, it } from "vitest";
import { readPhoneNumber } from "./phone-number.server";

describe("a telephone number", () => {
  it.each([
    ["+49 171 1234567", "+491711234567"],
    [" +1 (415) 555-2671 ", "+14155552671"],
    ["0044 7911 123456", "+447911123456"],
    ["00 44 7911 123456", "+447911123456"],
    ["+49 (0) 171 1234567", "+491711234567"],
    ["+44 20 7946 0958", "+442079460958"],
    ["+٤٩١٧١١٢٣٤٥٦٧", "+491711234567"],
  ])("typed as %s is kept as %s", (typed, kept) => {
    expect(readPhoneNumber(typed)).toBe(kept);
    expect(readPhoneNumber(kept)).toBe(kept);
  });

  it.each([
    ["no country", "0171 1234567"],
    ["too few digits", "+49 171"],
    ["too many digits", `+49171${"1".repeat(20)}`],
    ["no digits", "call me"],
    ["nothing", ""],
    ["a prefix that does not exist", "+1 000 000 0000"],
    ["a price of its own", "+49 900 1234567"],
    ["an extension", "+1 415 555 2671 ext. 12"],
    ["words around it", "my number is +491711234567, thanks"],
    ["a line of its own", "+491711234567\r\nTo: +14155552671"],
    ["an endless tail", `+491711234567${" ".repeat(100)}1`],
  ])("with %s is none", (_, typed) => {
    expect(readPhoneNumber(typed)).toBeNull();
  });
});
