import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { FieldError } from "./field-error";

// biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in its schema, and these only show it
export type AnyField = FieldMetadata<any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyForm = FormMetadata<any, any>;

export type Labelled = { field: AnyField; label: ReactNode; hint?: ReactNode };

const hintId = (field: AnyField) => `${field.id}-hint`;

/** Chromium calls a required date or list that is empty invalid, also before anything was entered. */
export const notYetInvalid = (field: AnyField, isRequired: boolean | undefined) =>
  isRequired && !field.errors ? ({ "aria-invalid": false } as const) : undefined;

export function controlProps(field: AnyField, hint: ReactNode) {
  const notes = [field.errors && field.errorId, hint && hintId(field)].filter(Boolean).join(" ");
  return {
    id: field.id,
    name: field.name,
    form: field.formId,
    required: field.required || undefined,
    // Without JavaScript the page opens at the first error.
    autoFocus: (field as { isFirstError?: boolean }).isFirstError || undefined,
    "aria-invalid": field.errors ? true : undefined,
    "aria-describedby": notes || undefined,
  };
}

export const textOf = ({ initialValue }: AnyField) =>
  typeof initialValue === "string" ? forTextArea(initialValue) : undefined;

/** Forms send CRLF. At the beginning of a text area React renders only LF so that it stays. */
export const forTextArea = (text: string) => text.replaceAll("\r\n", "\n");

export function FieldFrame({ field, label, hint, children }: Labelled & { children: ReactNode }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={field.id}>
        {label}
      </label>
      {children}
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}

export function FieldNotes({ field, hint }: Omit<Labelled, "label">) {
  return (
    <>
      {field.errors && <FieldError id={field.errorId}>{field.errors.join(" ")}</FieldError>}
      {hint && (
        <p className="field-hint" id={hintId(field)}>
          {hint}
        </p>
      )}
    </>
  );
}
