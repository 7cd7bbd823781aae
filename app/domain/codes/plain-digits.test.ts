import { expect, it } from "vitest";
import { inDigitsFrom } from "../../../tests/factories/digits";
import { openingCodeSchema } from "./one-time-code";
import { plainDigits } from "./plain-digits";
import { createPrintedCode, parsePrintedCode } from "./printed-code";

it.each([
  ["Arabic", "٠"],
  ["Persian", "۰"],
  ["Devanagari", "०"],
  ["Bengali", "০"],
  ["Thai", "๐"],
  ["full-width", "０"],
  ["Eastern Pwo Karen, right after those of Pao Karen,", "\u{116da}"],
])("reads the %s digits of a code", (_, zero) => {
  const all = inDigitsFrom(zero, "0123456789");
  expect(plainDigits(all)).toBe("0123456789");
  expect(openingCodeSchema.parse({ code: inDigitsFrom(zero, "904 218") })).toEqual({ code: "904218" });
});

it("leaves other characters alone, as they are wrong in a code", () => {
  expect(plainDigits("12-34 ab")).toBe("12-34 ab");
  expect(openingCodeSchema.safeParse({ code: "12345六" }).success).toBe(false);
});

it("reads a printed code that was typed with full-width letters", () => {
  const code = createPrintedCode(Uint8Array.from({ length: 18 }, (_, index) => index * 13));
  const wide = [...code].map((one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)).join("");
  expect(parsePrintedCode(wide)).toBe(code);
});
