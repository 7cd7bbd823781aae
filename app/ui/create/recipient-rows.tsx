import type { BoardRecipient } from "~/domain/vault/vault";
import { Button } from "../button";
import { FieldRow, TextField } from "../field";
import type { AnyField } from "../field-frame";

/** A line for everybody on the list, and one for somebody more. */
export function rowsOf(people: (Partial<BoardRecipient> | undefined)[] | undefined): Partial<BoardRecipient>[] {
  const listed = (people ?? []).filter((person) => person?.name || person?.email);
  return [...listed.map((person) => ({ ...person })), { name: "", email: "" }];
}

type Row = { key: string; getFieldset: () => Record<keyof BoardRecipient, AnyField> };

/** The people a board goes to, besides its creator. A line left empty is nobody. */
export function RecipientRows({ rows, action }: { rows: AnyField; action: string }) {
  const lines = (rows as unknown as { getFieldList: () => Row[] }).getFieldList();
  return (
    <fieldset className="recipients">
      <legend className="field-label">Who it goes to, besides you</legend>
      {lines.map((line, index) => {
        const { name, email } = line.getFieldset();
        return (
          <FieldRow key={line.key}>
            <TextField field={name} label={`Name ${index + 1}`} autoComplete="off" maxLength={200} />
            <TextField field={email} label={`E-mail ${index + 1}`} type="email" autoComplete="off" />
          </FieldRow>
        );
      })}
      <Button
        variant="secondary"
        name="intent"
        value="attach"
        formNoValidate
        formAction={`${action}${action.includes("recipient=added") ? "" : "&recipient=added"}`}
      >
        Add recipient
      </Button>
    </fieldset>
  );
}
