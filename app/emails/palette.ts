/** The site’s colours as hex: mail programs support neither `oklch()` nor custom properties. */
export const light = {
  paper: "#faf6ee",
  sheet: "#fffdf9",
  sunk: "#f2ece1",
  ink: "#2e2118",
  soft: "#66584d",
  line: "#dcd3c6",
  resin: "#8a4613",
  onResin: "#fffbf4",
  amber: "#f2a635",
};

const dark: typeof light = {
  paper: "#18130e",
  sheet: "#231d18",
  sunk: "#110c09",
  ink: "#ede7dd",
  soft: "#b2a99d",
  line: "#3f362f",
  resin: "#efb055",
  onResin: "#201308",
  amber: "#f2a635",
};

const airmailOf = ({ amber, resin, sheet }: typeof light) =>
  `repeating-linear-gradient(-45deg, ${amber} 0 14px, ${sheet} 14px 22px, ${resin} 22px 36px, ${sheet} 36px 44px)`;

export const airmail = airmailOf(light);

/** `!important`, to override the light colours in inline styles. */
export const darkStyles = [
  "@media (prefers-color-scheme: dark) {",
  `.paper { background-color: ${dark.paper} !important; }`,
  `.sheet { background-color: ${dark.sheet} !important; border-color: ${dark.line} !important; }`,
  `.sunk { background-color: ${dark.sunk} !important; border-color: ${dark.line} !important; }`,
  `.airmail { background-image: ${airmailOf({ ...dark, resin: "#a5682f" })} !important; }`,
  `.ink { color: ${dark.ink} !important; }`,
  `.soft { color: ${dark.soft} !important; }`,
  `.link { color: ${dark.resin} !important; }`,
  `.line { border-color: ${dark.line} !important; }`,
  `.resin { background-color: ${dark.resin} !important; }`,
  `.on-resin { color: ${dark.onResin} !important; }`,
  "}",
].join("\n");
