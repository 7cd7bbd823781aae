import type { CSSOptions } from "vite";

type Plugin = NonNullable<Extract<CSSOptions["postcss"], object>["plugins"]>[number];

/**
 * Replaces `oklch()` in style sheets. Browsers before 2023 do not know it, and a token that holds an unknown colour
 * leaves fields without borders and popovers without a background.
 */
export function plainColours(): Plugin {
  return {
    postcssPlugin: "plain-colours",
    OnceExit(root) {
      root.walkDecls((declaration) => {
        declaration.value = withPlainColours(declaration.value);
      });
    },
  };
}

/** Writes colours in `oklch()` as hexadecimal ones. */
export function withPlainColours(css: string): string {
  return css.replace(/oklch\([\d.\s/]+\)/g, (oklch) => {
    const channels = linearRgb(oklch).map((linear) =>
      linear > 0.0031308 ? 1.055 * linear ** (1 / 2.4) - 0.055 : 12.92 * linear,
    );
    const alpha = /\/\s*([\d.]+)/.exec(oklch)?.[1];
    return `#${[...channels, ...(alpha ? [Number(alpha)] : [])].map(pairOf).join("")}`;
  });
}

function pairOf(part: number): string {
  return Math.round(255 * part)
    .toString(16)
    .padStart(2, "0");
}

/** Red, green and blue between 0 and 1, by the matrices of CSS Color 4. Clips colours outside sRGB. */
export function linearRgb(oklch: string): [number, number, number] {
  const [lightness = 0, chroma = 0, hue = 0] = Array.from(oklch.matchAll(/[\d.]+/g), (match) => Number(match[0]));
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (channel: number) => Math.min(1, Math.max(0, channel));
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
