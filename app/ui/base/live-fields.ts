import type { AnyField } from "./field-frame";

export type Errors = Record<string, string[]>;

/** Initial values of a form, and what was typed since. */
export type Held = {
  formId: string;
  initial: unknown;
  typed: Record<string, string> | undefined;
  errors: Errors;
  /** The first field with an error, in the order of the page: found while its fields are rendered. */
  firstError?: string;
};

/** The fields of a form, in the shape that `field.tsx` takes. */
export function createFields(held: Held, path = "", initial = held.initial): Record<string, AnyField> {
  return new Proxy({} as Record<string, AnyField>, {
    get: (_, key) => fieldAt(held, path ? `${path}.${String(key)}` : String(key), at(initial, String(key))),
  });
}

function fieldAt(held: Held, name: string, initial: unknown): AnyField {
  const { formId, typed, errors } = held;
  const id = `${formId}-${name}`;
  const rows = Array.isArray(initial) ? initial : [];
  return {
    id,
    name,
    errorId: `${id}-error`,
    errors: errors[name],
    get isFirstError() {
      if (errors[name]) held.firstError ??= name;
      return held.firstError === name;
    },
    initialValue: initial ?? undefined,
    value: typed ? typed[name] : (initial ?? undefined),
    getFieldList: () => rows.map((row, index) => ({ ...fieldAt(held, `${name}[${index}]`, row), key: String(index) })),
    getFieldset: () => createFields(held, name, initial),
  } as unknown as AnyField;
}

const at = (value: unknown, key: string) => (value as Record<string, unknown> | null | undefined)?.[key];
