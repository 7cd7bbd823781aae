import { controlProps, FieldFrame, type Labelled } from "./field-frame";

/** The six digits of a one-time code: one native input, so that pasting and autofill work. */
export function CodeField({ field, label, hint }: Labelled) {
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <input
        key={field.key}
        {...controlProps(field, hint)}
        type="text"
        className="control control-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        // Room for "123 456".
        pattern="[0-9]{3} ?[0-9]{3}"
        maxLength={7}
        spellCheck={false}
      />
    </FieldFrame>
  );
}
