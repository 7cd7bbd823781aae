import { FieldRow, TextField } from "../base/field";
import type { AnyField } from "../base/field-frame";

type Fields = { secondEmail: AnyField; backupName: AnyField; backupEmail: AnyField };

/** Further ways to reach a recipient; guests of a board have only one address. */
export function ReachFields({ fields, isBoard }: { fields: Fields; isBoard: boolean }) {
  const { secondEmail, backupName, backupEmail } = fields;
  const isOpen = [secondEmail, backupName, backupEmail].some(({ errors, initialValue }) => errors || initialValue);
  return (
    <details className="when-more" open={isOpen || undefined}>
      <summary>If we can't reach them</summary>
      {!isBoard && <TextField field={secondEmail} label="Second e-mail (optional)" type="email" autoComplete="off" />}
      <FieldRow>
        <TextField field={backupName} label="Backup contact (optional)" autoComplete="off" maxLength={200} />
        <TextField
          field={backupEmail}
          label="Backup contact’s e-mail"
          type="email"
          autoComplete="off"
          hint="We ask them for a better address. They learn nothing of what you wrote."
        />
      </FieldRow>
    </details>
  );
}
