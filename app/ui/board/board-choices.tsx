import { Checkbox, TextField } from "../base/field";
import type { AnyField } from "../base/field-frame";

type Props = {
  fields: Record<"isOpen" | "needsApproval" | "closesOn", AnyField>;
  lastDay?: string;
  zone?: string | null;
};

/** How guests take part, in the form of a board and among its settings. `zone` is said where the form has none. */
export function BoardChoices({ fields, lastDay, zone }: Props) {
  return (
    <>
      <Checkbox
        field={fields.isOpen}
        label="Guests see each other’s pieces now"
        hint="Good for a screen in the room. If not, everything stays a surprise until the board opens."
      />
      <Checkbox
        field={fields.needsApproval}
        label="I look at each piece first"
        hint="Nothing appears on the board until you approve it."
      />
      <TextField
        field={fields.closesOn}
        label="Last day to add something (optional)"
        hint={`Until the end of that day${zone ? ` (${zone})` : ""}. If empty, guests can add pieces until the board opens.`}
        type="date"
        max={lastDay}
      />
    </>
  );
}
