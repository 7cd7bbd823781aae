import type { SubmissionResult } from "@conform-to/react";
import type { FormEvent } from "react";
import type { FormFile } from "~/domain/media/media";
import type { FormValues } from "~/domain/vault/form-values.server";
import {
  BOARD_NOTES_MAX_LENGTH,
  type FormKind,
  MESSAGE_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  type VaultType,
} from "~/domain/vault/vault";
import type { vaultSchema } from "~/domain/vault/vault-schema";
import { NOT_EDITABLE, NOT_FOUND, VAULT_LIMIT } from "~/domain/vault/vault-words";
import { Button } from "../button";
import { Card } from "../card";
import { Columns } from "../columns";
import { CsrfField } from "../csrf-field";
import { Checkbox, FieldRow, TextArea, TextField } from "../field";
import { Icon } from "../icons";
import { useLiveForm } from "../live-form";
import { MediaFields } from "../media/media-fields";
import { Notice } from "../notice";
import { PageHead } from "../page-head";
import { WhoCanRead } from "../seal/who-can-read";
import { ReachFields } from "../vault/reach-fields";
import { CopiedFiles, withoutCopies } from "./copied-files";
import { FormErrors } from "./form-errors";
import { FORM_TYPES } from "./form-types";
import { OverLimit } from "./over-limit";
import { RecipientRows, rowsOf } from "./recipient-rows";
import { useAutosave } from "./use-autosave";
import { WhenCard } from "./when-card";

type Schema = ReturnType<typeof vaultSchema>;

export type VaultFormProps = {
  mode: "new" | "draft" | "edit";
  kind: FormKind;
  type: VaultType;
  /** The vault that is edited. */
  id: string | null;
  /** New with every form: whatever the form saves, twice or later, is one vault, and its files are found by it. */
  formId: string;
  values: FormValues;
  files: FormFile[];
  /** Those of the vault that is sent once more. */
  copies: FormFile[];
  self: { name: string; email: string };
  /** The first and the last date that may be chosen, `YYYY-MM-DD`. */
  dates: { first: string; last: string };
  /** When the page was made, as an ISO instant. */
  now: string;
  places: { used: number; limit: number };
  /** Whoever has no account yet has nowhere to send a rehearsal to. */
  guest?: object;
  /** Where the form is sent: path and query. */
  action: string;
  /** What came back with the form when it was sent. */
  answer?: (SubmissionResult<string[]> & { files?: FormFile[] }) | undefined;
};

const KEPT = {
  kept: "Saved as a draft a moment ago.",
  "not kept": "The draft could not be saved just now. What you wrote is still here.",
};

/** A sheet of stationery with the day and the seal at its side. */
export function VaultForm(props: VaultFormProps) {
  const { answer, values } = props;
  const typed = answer?.initialValue as Partial<FormValues> | undefined;
  const rows = rowsOf((typed ?? values).boardRecipients);
  const filled = {
    ...props,
    values: { ...values, boardRecipients: rows },
    answer: typed && answer ? { ...answer, initialValue: { ...typed, boardRecipients: rows } } : answer,
  };
  // A further row is drawn by beginning anew from what was sent.
  return <Sheet key={rows.length} {...(filled as VaultFormProps)} />;
}

/** What was typed for a vault that cannot be changed any more can become one of its own. */
function onItsOwn({ type, formId, answer, ...props }: VaultFormProps): VaultFormProps {
  const isLost = answer?.error?.[""]?.some((error) => error === NOT_FOUND || error === NOT_EDITABLE);
  const form = { ...props, type, formId, answer };
  return isLost ? { ...form, mode: "new", id: null, action: `/create?type=${type}&step=form` } : form;
}

function Sheet(props: VaultFormProps) {
  const { mode, kind, type, id, values, self, dates, now, places, action, answer } = onItsOwn(props);
  const [form, fields, formProps] = useLiveForm<Schema>({
    id: "vault",
    lastResult: answer,
    defaultValue: values,
    rules: () => import("~/domain/vault/vault-rules").then(({ vaultRules }) => vaultRules(kind)),
  });
  const formId = String(answer?.initialValue?.submissionId ?? props.formId);
  const files = answer?.files ?? props.files;
  const ticked = answer?.initialValue ? [answer.initialValue.copy ?? []].flat().map(String) : undefined;
  const isEdit = mode === "edit";
  const { onInput: keep, kept } = useAutosave(!isEdit, action);
  const isBoard = kind === "memory-board";
  const submitLabel = isEdit ? "Update Memory" : "Schedule Memory";
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={action}
      className="stack"
      {...formProps}
      onInput={(event) => {
        formProps.onInput(event);
        keep(event);
      }}
      onSubmit={(event) => isToBeChecked(event) && formProps.onSubmit(event)}
    >
      <CsrfField />
      <input type="hidden" name="submissionId" value={formId} />
      {/* What Enter in a field presses: the first button of a form. */}
      <button type="submit" name="intent" value="schedule" hidden>
        {submitLabel}
      </button>
      <PageHead
        title={mode === "new" ? "Create a New Memory" : "Edit Memory"}
        kicker={FORM_TYPES[kind].title}
        back={
          mode === "new" ? (
            <button
              type="submit"
              name="intent"
              value="attach"
              formNoValidate
              formAction={`/create?type=${type}`}
              className="back-link"
            >
              <Icon name="back" size={18} />
              Change Memory Type
            </button>
          ) : (
            { href: `/memories/${id}`, label: "Back" }
          )
        }
      />
      <FormErrors form={form} />
      {form.errors?.includes(VAULT_LIMIT) && <OverLimit places={places} />}
      {mode !== "edit" && !answer && places.used >= places.limit && (
        <Notice kind="warning" title={VAULT_LIMIT}>
          <p>Every place of your plan is taken. You can write now and keep it as a draft.</p>
        </Notice>
      )}
      <Columns
        aside={
          <>
            <WhenCard
              date={fields.deliveryDate}
              hour={fields.deliveryHour}
              zone={fields.deliveryZone}
              dates={dates}
              now={now}
              action={action}
              isUnsaid={mode === "new" && !answer}
            />
            {!isEdit && !isBoard && (
              <Card title="Seal it?" tone="glow">
                <Checkbox
                  field={fields.isToBeSealed}
                  label="Nobody can open or change it until then, not even me."
                  hint="You can still correct the address, or cancel. We ask once more before it is closed."
                />
              </Card>
            )}
            <Button size="form" name="intent" value="schedule">
              {submitLabel}
            </Button>
            {!isEdit && (
              <>
                <Button variant="quiet" name="intent" value="draft" formNoValidate>
                  Save draft
                </Button>
                <p className="small" role="status">
                  {kept && KEPT[kept]}
                </p>
                {!props.guest && (
                  <Button variant="secondary" name="intent" value="rehearse" formNoValidate>
                    Show me exactly what they will get
                  </Button>
                )}
              </>
            )}
            {mode === "draft" && (
              <a className="row-link" href={`/memories/${id}/discard`}>
                Discard this draft
              </a>
            )}
          </>
        }
      >
        <Card>
          <TextField field={fields.title} label="Memory Title" maxLength={TITLE_MAX_LENGTH} required />
          {kind === "send-to-someone" && (
            <>
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
              <TextField
                field={fields.recipientPhone}
                label="Recipient phone (optional)"
                type="tel"
                autoComplete="off"
              />
            </>
          )}
          {kind === "future-self" && (
            <p className="field-hint">
              {props.guest
                ? "It comes back to you, to the address of your account."
                : `It comes back to you: ${self.name || "Me"}, ${self.email}`}
            </p>
          )}
          {isBoard && <RecipientRows rows={fields.boardRecipients} action={action} />}
          <ReachFields fields={fields} isBoard={isBoard} />
          <TextArea
            field={fields.message}
            label="Message"
            letter
            maxLength={isBoard ? BOARD_NOTES_MAX_LENGTH : MESSAGE_MAX_LENGTH}
          />
          {!isBoard && (
            <Checkbox
              field={fields.includesMessage}
              label="Put the letter's text into the mail, too"
              hint="Otherwise the mail carries a link, and the letter is read here."
            />
          )}
          <CopiedFiles files={withoutCopies(props.copies, files)} ticked={ticked} />
          <MediaFields type={type} formId={formId} files={files} errors={answer?.error ?? {}} />
        </Card>
      </Columns>
      {!isEdit && !isBoard && <WhoCanRead isForSelf={kind === "future-self"} />}
    </form>
  );
}

/** Only what schedules the vault has to be complete; the other buttons take the form as it is. */
function isToBeChecked(event: FormEvent): boolean {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return submitter?.getAttribute("name") !== "intent" || submitter.getAttribute("value") === "schedule";
}
