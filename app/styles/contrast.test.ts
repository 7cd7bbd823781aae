import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

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

/** Relative luminance of WCAG 2, by the matrices of CSS Color 4. Clips colours outside sRGB. */
function luminance(oklch: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = Array.from(oklch.matchAll(/[\d.]+/g), (match) => Number(match[0]));
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (channel: number) => Math.min(1, Math.max(0, channel));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
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
