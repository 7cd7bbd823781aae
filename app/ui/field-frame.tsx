import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { Icon } from "./icons";

// biome-ignore lint/suspicious/noExplicitAny: conform's metadata is invariant in its schema, and these only show it
export type AnyField = FieldMetadata<any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyForm = FormMetadata<any, any>;

export type Labelled = { field: AnyField; label: ReactNode; hint?: ReactNode };

const hintId = (field: AnyField) => `${field.id}-hint`;

/** For conform's `get…Props`: the control is described by its hint as well as by its errors. */
export function describedBy(field: AnyField, hint: ReactNode) {
  return { ariaDescribedBy: hint ? hintId(field) : undefined };
}

/** A label above a control, its errors and its hint below. */
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
      {field.errors && (
        <p className="field-error" id={field.errorId}>
          <Icon name="alert" size={18} />
          {field.errors.join(" ")}
        </p>
      )}
      {hint && (
        <p className="field-hint" id={hintId(field)}>
          {hint}
        </p>
      )}
    </>
  );
}
