/** What a manifest is made of. Fractions and exponents do not occur, so that numbers have one way to be written. */
export type Canonical = string | number | readonly Canonical[] | { readonly [key: string]: Canonical };

/**
 * The one way to write a value as JSON (RFC 8785): keys in the order of their UTF-16 code units, no white space, and
 * strings escaped as ECMAScript does.
 * @throws Error for a number that is no safe integer and for text with half a character in it: neither has one form
 */
export function canonicalJson(value: Canonical): string {
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new Error("A canonical number is a safe integer.");
    return String(value);
  }
  if (typeof value === "string") {
    if (/\p{Surrogate}/u.test(value)) throw new Error("Canonical text holds whole characters.");
    return JSON.stringify(value);
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${canonicalJson(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

function isList(value: Canonical): value is readonly Canonical[] {
  return Array.isArray(value);
}
