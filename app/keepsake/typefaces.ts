const FAMILIES = ["Fraunces", "Figtree", "Literata"] as const;
type Family = (typeof FAMILIES)[number];

const LATIN =
  "U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD";
const EXTENDED =
  "U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF";

const NEEDS_EXTENDED =
  /[\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u02bd-\u02c5\u02c7-\u02cc\u02ce-\u02d7\u02dd-\u02ff\u1d00-\u1dbf\u1e00-\u1eff\u20a0-\u20ab\u20ad-\u20c0\u2113\u2c60-\u2c7f\ua720-\ua7ff]/;

/** Rules, without quotation marks, that embed the fonts for `text`; other scripts fall back to the device's fonts. */
export async function fontFaces(text: string): Promise<string> {
  const faces = [LATIN, ...(NEEDS_EXTENDED.test(text) ? [EXTENDED] : [])].map(async (range) => {
    const files = await (range === LATIN ? import("./typefaces-latin") : import("./typefaces-extended"));
    return FAMILIES.map((family) => fontFace(family, files[family], range)).join("");
  });
  return (await Promise.all(faces)).join("");
}

const fontFace = (family: Family, url: string, range: string) =>
  `@font-face{font-family:${family};font-weight:300 900;src:url(${url});unicode-range:${range}}\n`;
