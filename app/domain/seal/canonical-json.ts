/** Numbers are safe integers, which have only one notation. */
export type Canonical = string | number | readonly Canonical[] | { readonly [key: string]: Canonical };

/**
 * Canonical JSON (RFC 8785): keys ordered by UTF-16 code units, no white space, strings as in ECMAScript.
 * @throws Error for unsafe integers, fractions and unpaired surrogates
 */
export function canonicalJson(value: Canonical): string {
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new Error("Canonical JSON takes only safe integers.");
    return String(value);
  }
  if (typeof value === "string") {
    if (/\p{Surrogate}/u.test(value)) throw new Error("Canonical JSON takes no unpaired surrogates.");
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
