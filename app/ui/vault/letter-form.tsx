import type { DefaultValue, SubmissionResult } from "@conform-to/react";
import type { z } from "zod";
import { MESSAGE_MAX_LENGTH, TITLE_MAX_LENGTH } from "~/domain/vault/vault";
import type { letterSchema } from "~/domain/vault/vault-schema";
import { Button } from "../button";
import { Card } from "../card";
import { Columns } from "../columns";
import { CsrfField } from "../csrf-field";
import { Checkbox, ErrorSummary, FieldRow, SelectField, TextArea, TextField } from "../field";
import { useLiveForm } from "../live-form";

type Schema = ReturnType<typeof letterSchema>;

export type LetterFormProps = {
  lastResult?: SubmissionResult<string[]> | null;
  defaultValue: DefaultValue<z.input<Schema>>;
  /** New with every form, so that sending one twice makes one vault; absent when editing. */
  submissionId?: string;
  /** The first and last date that may be chosen, `YYYY-MM-DD`. */
  dates: { first: string; last: string };
  submitLabel: string;
};

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** A sheet of stationery with the date at its side. */
export function LetterForm({ lastResult, defaultValue, submissionId, dates, submitLabel }: LetterFormProps) {
  const [form, fields, formProps] = useLiveForm<Schema>({
    id: "letter",
    lastResult,
    defaultValue,
    rules: () => import("~/domain/vault/letter-rules").then((rules) => rules.letter),
  });
  return (
    <form method="post" {...formProps}>
      <CsrfField />
      {submissionId && <input type="hidden" name="submissionId" value={submissionId} />}
      <ErrorSummary form={form} />
      <Columns
        aside={
          <>
            <Card title="When">
              <TextField
                field={fields.deliveryDate}
                label="Delivery date"
                type="date"
                min={dates.first}
                max={dates.last}
                required
              />
              <FieldRow>
                <SelectField field={fields.deliveryHour} label="Hour">
                  {HOURS.map((hour) => (
                    <option key={hour} value={hour}>{`${String(hour).padStart(2, "0")}:00`}</option>
                  ))}
                </SelectField>
                <TextField field={fields.deliveryZone} label="Time zone" spellCheck={false} />
              </FieldRow>
            </Card>
            <Button size="form">{submitLabel}</Button>
          </>
        }
      >
        <Card>
          <TextField field={fields.title} label="Memory Title" maxLength={TITLE_MAX_LENGTH} required />
          <FieldRow>
            <TextField field={fields.recipientName} label="Recipient name" autoComplete="off" maxLength={200} />
            <TextField
              field={fields.recipientEmail}
              label="Recipient e-mail"
              type="email"
              autoComplete="off"
              required
            />
          </FieldRow>
          <TextField field={fields.recipientPhone} label="Recipient phone (optional)" type="tel" autoComplete="off" />
          <TextArea field={fields.message} label="Message" letter maxLength={MESSAGE_MAX_LENGTH} required />
          <Checkbox
            field={fields.includesMessage}
            label="Put the letter's text into the mail, too"
            hint="Otherwise the mail carries a link, and the letter is read here."
          />
        </Card>
      </Columns>
    </form>
  );
}
