import codeFieldStyles from "./code-field.css?url";
import { controlProps, FieldFrame, type Labelled } from "./field-frame";

/** One native input for all six digits, so that pasting and autofill work. */
export function CodeField({ field, label, hint, isFocused = false }: Labelled & { isFocused?: boolean }) {
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <link rel="stylesheet" href={codeFieldStyles} />
      <input
        key={field.key}
        {...controlProps(field, hint)}
        type="text"
        className="control control-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        // Allows "123 456" in the digits of any script. Old browsers do not know \p{Nd}.
        pattern="\S{3} ?\S{3}"
        maxLength={7}
        // biome-ignore lint/a11y/noAutofocus: the page asks for nothing else
        autoFocus={isFocused}
        spellCheck={false}
      />
    </FieldFrame>
  );
}
