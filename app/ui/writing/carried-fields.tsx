/** What was typed into a form, as it was sent: lists and rows within. */
export type TypedValues = { [name: string]: unknown } | null | undefined;

/** Takes what was typed along through a page that asks for something else, except the fields named in `without`. */
export function CarriedFields({ values, without = [] }: { values: TypedValues; without?: string[] }) {
  return fieldsOf(values ?? {})
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />);
}

function fieldsOf(value: unknown, name = ""): [name: string, value: string][] {
  if (Array.isArray(value)) {
    // Ticks of the same name stay as they are; rows are told apart by their number.
    return value.flatMap((item, index) => fieldsOf(item, typeof item === "string" ? name : `${name}[${index}]`));
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => fieldsOf(item, name ? `${name}.${key}` : key));
  }
  return value === undefined || value === null ? [] : [[name, String(value)]];
}
