import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useState,
} from "react";
import { classNames } from "./class-names";
import {
  type AnyForm,
  controlProps,
  FieldFrame,
  FieldNotes,
  type Labelled,
  notYetInvalid,
  textOf,
} from "./field-frame";
import { ErrorNotice } from "./notice";

type TextType = "text" | "email" | "password" | "tel" | "search" | "url" | "number" | "date" | "time";

/** A password is never rendered back into the page. */
export function TextField({
  field,
  label,
  hint,
  type = "text",
  ...input
}: Labelled & { type?: TextType } & Omit<InputHTMLAttributes<HTMLInputElement>, "type">) {
  const defaultValue = type === "password" ? undefined : textOf(field);
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <input
        key={field.key}
        dir="auto"
        {...controlProps(field, hint)}
        {...(type === "date" && notYetInvalid(field, input.required))}
        type={type}
        defaultValue={defaultValue}
        {...input}
        className={classNames("control", input.className)}
      />
    </FieldFrame>
  );
}

/** `letter` draws stationery behind the text. */
export function TextArea({
  field,
  label,
  hint,
  letter = false,
  ...textarea
}: Labelled & { letter?: boolean } & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <textarea
        key={field.key}
        dir="auto"
        rows={letter ? 10 : 4}
        {...controlProps(field, hint)}
        defaultValue={textOf(field)}
        {...textarea}
        className={classNames("control", letter && "control-letter", textarea.className)}
      />
    </FieldFrame>
  );
}

export function SelectField({ field, label, hint, ...select }: Labelled & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <select
        key={field.key}
        {...controlProps(field, hint)}
        {...notYetInvalid(field, select.required)}
        defaultValue={textOf(field)}
        {...select}
        className={classNames("control", select.className)}
      />
    </FieldFrame>
  );
}

export function Checkbox({
  field,
  label,
  hint,
  ...input
}: Labelled & Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "value">) {
  return (
    <div className="field">
      <label className="check" htmlFor={field.id}>
        <input
          key={field.key}
          {...controlProps(field, hint)}
          type="checkbox"
          value="on"
          defaultChecked={field.initialValue === "on"}
          {...input}
        />
        <span>{label}</span>
      </label>
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}

/** `isOpen` counts on load only: fields must not fold while an error in them is corrected. */
export function FoldedFields({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) {
  const [wasOpen] = useState(isOpen);
  return (
    <details className="more" open={wasOpen}>
      <summary>{label}</summary> {children}
    </details>
  );
}

export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="field-row">{children}</div>;
}

/** Errors of the whole form, announced on load. */
export function ErrorSummary({ form }: { form: AnyForm }) {
  return <ErrorNotice errors={form.errors} id={form.errorId} />;
}
