import fc from "fast-check";
import { expect, it } from "vitest";
import { CODE_ALPHABET, createPrintedCode, groupPrintedCode, parsePrintedCode } from "./printed-code";

const codes = fc.uint8Array({ minLength: 18, maxLength: 18 }).map(createPrintedCode);
const replaceAt = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + by.length);

it("has 90 bits in five groups of four unambiguous characters", () => {
  expect(CODE_ALPHABET).toHaveLength(32);
  expect(CODE_ALPHABET).not.toMatch(/[01IO]/);
  expect(new Set(CODE_ALPHABET).size).toBe(32);
  const code = createPrintedCode(Uint8Array.from({ length: 18 }, (_, index) => index * 13));
  expect(groupPrintedCode(code).map((group) => group.length)).toEqual([4, 4, 4, 4, 4]);
});

it("uses all 90 random bits", () => {
  const random = new Uint8Array(18).fill(7);
  const changed = Array.from({ length: 18 * 5 }, (_, bit) => {
    const bytes = Uint8Array.from(random);
    bytes[Math.floor(bit / 5)] = 7 ^ (1 << (bit % 5));
    return createPrintedCode(bytes);
  });
  expect(new Set(changed).size).toBe(90);
});

it("is parsed in any case and grouping", () => {
  fc.assert(
    fc.property(codes, fc.constantFrom(" ", "-", " - ", "\u00a0", "\u2013", "."), (code, between) => {
      expect(parsePrintedCode(code)).toBe(code);
      expect(parsePrintedCode(` ${groupPrintedCode(code).join(between).toLowerCase()}\n`)).toBe(code);
    }),
  );
});

it("is refused with a wrong, swapped or missing character", () => {
  fc.assert(
    fc.property(codes, fc.nat(19), fc.nat(31), (code, at, other) => {
      const changed = replaceAt(code, at, CODE_ALPHABET.charAt(other));
      expect(parsePrintedCode(changed)).toBe(changed === code ? code : undefined);
      const swapped = at < 17 ? replaceAt(code, at, `${code.charAt(at + 1)}${code.charAt(at)}`) : code;
      expect(parsePrintedCode(swapped)).toBe(swapped === code ? code : undefined);
      expect(parsePrintedCode(code.slice(0, at) + code.slice(at + 1))).toBeUndefined();
    }),
  );
});

it.each(["", "ABCD", "0000-0000-0000-0000-0000", "A".repeat(10_000), "İİİİ".repeat(5)])("is none of %j", (typed) => {
  expect(parsePrintedCode(typed.slice(0, 200))).toBeUndefined();
});
