import type { InputHTMLAttributes, ReactNode } from "react";

type ChoiceProps = { id: string; label: ReactNode; hint: ReactNode } & InputHTMLAttributes<HTMLInputElement>;

/** A checkbox or radio button with a hint, in a form without live validation. */
export function Choice({ id, label, hint, ...input }: ChoiceProps) {
  return (
    <div className="field">
      <label className="check" htmlFor={id}>
        <input id={id} {...input} aria-describedby={`${id}-hint`} />
        <span>{label}</span>
      </label>
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
