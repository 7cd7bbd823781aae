/** Submitted values of a form, with lists and rows. */
export type TypedValues = { [name: string]: unknown } | null | undefined;

/** Carries submitted values through another page as hidden fields. */
export function CarriedFields({ values, without = [] }: { values: TypedValues; without?: string[] }) {
  return fieldsOf(values ?? {})
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />);
}

function fieldsOf(value: unknown, name = ""): [name: string, value: string][] {
  if (Array.isArray(value)) {
    // Checkboxes share a name; rows have an index.
    return value.flatMap((item, index) => fieldsOf(item, typeof item === "string" ? name : `${name}[${index}]`));
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => fieldsOf(item, name ? `${name}.${key}` : key));
  }
  return value === undefined || value === null ? [] : [[name, String(value)]];
}
