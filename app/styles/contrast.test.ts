import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { linearRgb, withPlainColours } from "../../scripts/build/plain-colours";
import * as mails from "../emails/palette";

type Tokens = Record<string, string>;

function readTokens(css: string): Tokens {
  return Object.fromEntries(
    Array.from(css.matchAll(/--([\w-]+):\s*(oklch\([^)]*\))/g), (match) => [match[1], match[2]]),
  );
}

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const [lightCss = "", darkCss = ""] = css.split(/@media screen and \(prefers-color-scheme: dark\)/);
const light = readTokens(lightCss);
const dark = { ...light, ...readTokens(darkCss) };

/** Relative luminance of WCAG 2. */
function luminance(oklch: string): number {
  const [red, green, blue] = linearRgb(oklch);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(tokens: Tokens, one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other]
    .map((name) => {
      const value = tokens[name];
      if (!value) throw new Error(`There is no colour --${name} in tokens.css`);
      return luminance(value);
    })
    .sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Text colours and their backgrounds. */
const textOn: Record<string, string[]> = {
  ink: ["paper", "sheet", "sunk", "glow", "good-wash", "bad-wash"],
  soft: ["paper", "sheet", "sunk", "glow"],
  resin: ["paper", "sheet", "sunk", "glow"],
  "resin-deep": ["paper", "sheet"],
  "on-resin": ["resin", "resin-deep"],
  good: ["paper", "sheet", "glow", "good-wash"],
  bad: ["paper", "sheet", "glow", "bad-wash"],
  "on-bad": ["bad"],
};

/** Borders of controls, and the dark line of the focus ring. */
const shapeOn: Record<string, string[]> = {
  edge: ["paper", "sheet", "sunk"],
  resin: ["paper", "sheet", "sunk", "glow"],
  bad: ["paper", "sheet"],
};

const pairs = (table: Record<string, string[]>) =>
  Object.entries(table).flatMap(([front, grounds]) => grounds.map((ground) => [front, ground] as const));

describe.each([
  ["light", light],
  ["dark", dark],
])("in the %s mode", (_mode, tokens) => {
  it("knows black and white", () => {
    const known = { black: "oklch(0 0 0)", white: "oklch(1 0 0)" };
    expect(contrast(known, "black", "white")).toBeCloseTo(21, 2);
  });

  it.each(pairs(textOn))("text in %s is readable on %s (4.5 to 1)", (front, ground) => {
    expect(contrast(tokens, front, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(shapeOn))("a shape in %s is visible on %s (3 to 1)", (front, ground) => {
    expect(contrast(tokens, front, ground)).toBeGreaterThanOrEqual(3);
  });
});

describe("plain colours", () => {
  it("are those of the mails", () => {
    for (const name of ["paper", "sheet", "ink", "soft", "line", "resin", "amber"] as const) {
      expect(withPlainColours(light[name] ?? ""), name).toBe(mails.light[name]);
    }
  });

  it("keep what is transparent, and mixes", () => {
    const mix = "color-mix(in oklch, var(--amber) 40%, transparent)";
    expect(withPlainColours(`oklch(0 0 0 / 0.5) ${mix}`)).toBe(`#00000080 ${mix}`);
  });
});
