import type { ReactNode } from "react";
import { FieldRow, FoldedFields, TextField } from "../base/field";
import type { AnyField } from "../base/field-frame";

type Fields = { secondEmail: AnyField; backupName: AnyField; backupEmail: AnyField; recipientPhone?: AnyField };

/** `isAlone`: a form with no other fields, which are not folded. */
type Props = { fields: Fields; isBoard: boolean; isToSelf: boolean; isAlone?: boolean; children?: ReactNode };

/** Further ways to reach a recipient; guests of a board have only one address. */
export function ReachFields({ fields, isBoard, isToSelf, isAlone, children }: Props) {
  const { secondEmail, backupName, backupEmail, recipientPhone } = fields;
  const isOpen = [secondEmail, backupName, backupEmail, recipientPhone].some((field) =>
    Boolean(field?.errors || field?.initialValue),
  );
  return (
    <FoldedFields label={`If we can’t reach ${isToSelf ? "you" : "them"}`} isOpen={isAlone || isOpen}>
      {children}
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
    </FoldedFields>
  );
}
