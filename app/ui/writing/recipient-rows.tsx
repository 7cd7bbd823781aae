import type { BoardRecipient } from "~/domain/vault/vault";
import { Button } from "../base/button";
import { FieldRow, TextField } from "../base/field";
import type { AnyField } from "../base/field-frame";

type Row = { key: string; getFieldset: () => Record<keyof BoardRecipient, AnyField> };

type Props = {
  rows: AnyField;
  /** Whether a row was just added. */
  isAdded: boolean;
  /** The host's email, and when the page was rendered; unset where rehearsals are not offered. */
  test: { email: string; madeAt: string; intent: string } | undefined;
};

/** Recipients of a board besides its host. Empty rows are ignored. */
export function RecipientRows({ rows, isAdded, test }: Props) {
  const lines = (rows as unknown as { getFieldList: () => Row[] }).getFieldList();
  return (
    <fieldset className="recipients">
      <legend className="field-label">Who it goes to, besides you</legend>
      {lines.map((line, index) => {
        const { name, email } = line.getFieldset();
        const isNew = isAdded && index === lines.length - 1;
        return (
          <FieldRow key={line.key}>
            <TextField
              field={name}
              label={`Name ${index + 1}`}
              autoComplete="off"
              maxLength={200}
              {...(isNew && { autoFocus: true })}
            />
            <TextField field={email} label={`E-mail ${index + 1}`} type="email" autoComplete="off" />
          </FieldRow>
        );
      })}
      <div className="actions">
        <Button variant="secondary" name="intent" value="add-recipient" formNoValidate>
          Add recipient
        </Button>
        {test && (
          <Button variant="secondary" name="intent" value={test.intent} formNoValidate>
            Add Test Recipient
          </Button>
        )}
      </div>
      {test && (
        <p className="field-hint">
          You’re the test recipient: the email comes to {test.email}, marked as a rehearsal.
          <input type="hidden" name="madeAt" value={test.madeAt} />
        </p>
      )}
    </fieldset>
  );
}
