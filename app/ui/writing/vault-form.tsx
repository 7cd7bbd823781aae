import { type FormEvent, type MutableRefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Slots } from "~/domain/overview/slots.server";
import { type BoardRecipient, TITLE_MAX_LENGTH } from "~/domain/vault/vault";
import { NOT_EDITABLE, NOT_FOUND, summaryOf, VAULT_LIMIT } from "~/domain/vault/vault-words";
import { ASIDE, type FormValues } from "~/domain/writing/form-values";
import { Card } from "../base/card";
import { useChanges } from "../base/changes";
import { CsrfField } from "../base/csrf-field";
import { TextField } from "../base/field";
import type { AnyForm } from "../base/field-frame";
import { Icon } from "../base/icons";
import { useLiveForm } from "../base/live-form";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { ReadersByTime } from "../seal/who-can-read";
import { CarriedFields } from "./carried-fields";
import { FORM_TYPES } from "./form-types";
import { rowsOf } from "./rows-of";
import { type Saving, type SavingState, useAutosave } from "./use-autosave";
import { VaultActions } from "./vault-actions";
import { VaultFields } from "./vault-fields";
import type { Schema, VaultFormProps } from "./vault-form-props";
import { VaultSide } from "./vault-side";
import { whenInWords } from "./when-card";

export function VaultForm(props: VaultFormProps) {
  const { values } = props;
  const typedSince = useRef<TypedSince>(NOTHING);
  const saving = useState<Saving>();
  const answer = useMemo(() => props.answer && withRows(props.answer, typedSince.current), [props.answer]);
  const typed = answer?.initialValue as Partial<FormValues> | undefined;
  const rows = rowsOf((typed ?? values).boardRecipients);
  const filled = { ...props, values: { ...values, boardRecipients: rows }, answer };
  const drawnRows = useRef(rows.length);
  if (answer) drawnRows.current = rows.length;
  // Adding a row redraws the form from the submitted values. A saved draft stays as it is, with what was typed since.
  return <Sheet key={drawnRows.current} {...(filled as VaultFormProps)} typedSince={typedSince} saving={saving} />;
}

/** What was typed and ticked by name of the field while the response was on its way; ticks also by value. */
type TypedSince = { texts: Record<string, string>; ticks: Record<string, Record<string, boolean>> };

const NOTHING: TypedSince = { texts: {}, ticks: {} };

function withInput({ texts, ticks }: TypedSince, { name, value, type, checked }: HTMLInputElement): TypedSince {
  if (type === "file") return { texts, ticks };
  if (type !== "checkbox") return { texts: { ...texts, [name]: value }, ticks };
  return { texts, ticks: { ...ticks, [name]: { ...ticks[name], [value]: checked } } };
}

function withRows(answer: NonNullable<VaultFormProps["answer"]>, { texts, ticks }: TypedSince) {
  const typed = answer.initialValue as Partial<FormValues> | undefined;
  const people = [...(typed?.boardRecipients ?? [])];
  for (const [name, value] of Object.entries(texts)) {
    const [, row, key] = /^boardRecipients\[(\d+)\]\.(.+)$/.exec(name) ?? [];
    if (key) people[Number(row)] = { ...people[Number(row)], [key]: value } as BoardRecipient;
  }
  const files = answer.files?.map((file) => ({
    ...file,
    altText: texts[`alt_${file.id}`] ?? file.altText,
    isRemoved: ticks.remove?.[file.id] ?? file.isRemoved,
  }));
  const ticked = Object.entries(ticks).map(([name, changes]) => {
    const sent = [answer.initialValue?.[name] ?? []].flat();
    const [first, ...others] = [
      ...sent.filter((value) => changes[String(value)] === undefined),
      ...Object.keys(changes).filter((value) => changes[value]),
    ];
    return [name, others.length > 0 ? [first, ...others] : first];
  });
  const initialValue = typed && {
    ...typed,
    ...texts,
    ...Object.fromEntries(ticked),
    boardRecipients: rowsOf(people),
  };
  return { ...answer, ...(files && { files }), ...(initialValue && { initialValue }) };
}

/** Turns input for a vault that can no longer be changed into a new vault. */
function onItsOwn({ type, formId, answer, ...props }: VaultFormProps): VaultFormProps {
  const isLost = answer?.error?.[""]?.some((error) => error === NOT_FOUND || error === NOT_EDITABLE);
  const form = { ...props, type, formId, answer };
  return isLost ? { ...form, mode: "new", id: null, action: `/create?type=${type}&step=form` } : form;
}

type SheetProps = VaultFormProps & { typedSince: MutableRefObject<TypedSince>; saving: SavingState };

function Sheet({ typedSince, saving, ...props }: SheetProps) {
  const shown = onItsOwn(props);
  const { mode, kind, type, id, values, slots, action, answer } = shown;
  const [form, fields, formProps] = useLiveForm<Schema>({
    id: "vault",
    lastResult: answer,
    defaultValue: values,
    rules: () => import("~/domain/writing/vault-rules").then(({ vaultRules }) => vaultRules(kind, new Date(shown.now))),
  });
  const formId = String(answer?.initialValue?.formId ?? props.formId);
  const account = String(answer?.initialValue?.account ?? shown.self.id);
  // What another type asks for, in case this one is changed back.
  const typed = Object.entries(answer?.initialValue ?? {});
  const aside = Object.fromEntries(typed.filter(([name]) => name.startsWith(ASIDE)));
  const begun = String(answer?.version ?? answer?.initialValue?.version ?? props.version);
  const files = answer?.files ?? props.files;
  const ticked = answer?.initialValue ? [answer.initialValue.copy ?? []].flat().map(String) : shown.ticked;
  const isEdit = mode === "edit";
  const inviteLink = (!isEdit && answer?.inviteLink) || shown.inviteLink;
  const { onInput: keep, onSent, kept, version } = useAutosave(shown, begun, saving);
  const [date, hour, zone] = [fields.deliveryDate, fields.deliveryHour, fields.deliveryZone].map(({ value }) => value);
  const words = whenInWords(date as string, hour as string, zone as string, new Date(shown.now));
  const submitLabel = isEdit ? "Update Memory" : "Schedule Memory";
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={action}
      className="stack vault-form"
      {...formProps}
      onInput={(event) => {
        formProps.onInput(event);
        keep(event);
        typedSince.current = withInput(typedSince.current, event.target as HTMLInputElement);
      }}
      onSubmit={(event) => {
        if (isToBeChecked(event)) formProps.onSubmit(event);
        if (event.isDefaultPrevented() || intentOf(event) === undefined) return;
        typedSince.current = NOTHING;
        onSent();
      }}
    >
      <CsrfField />
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="account" value={account} />
      <input type="hidden" name="type" value={type} />
      <CarriedFields values={aside} />
      {/* Enter in a field presses the first button. */}
      <button type="submit" name="intent" value="schedule" hidden>
        {`${submitLabel} (when complete)`}
      </button>{" "}
      <PageHead
        title={mode === "new" ? "Create a New Memory" : "Edit Memory"}
        kicker={FORM_TYPES[kind].title}
        lede={shown.changes}
        back={
          mode === "new" ? (
            <button
              type="submit"
              name="intent"
              value="change-type"
              data-leaves=""
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
      {form.errors?.includes(VAULT_LIMIT) && <OverLimit slots={slots} />}
      {mode !== "edit" && !answer && slots.used >= slots.limit && (
        <Notice kind="warning" title={VAULT_LIMIT}>
          <p>You’ve used every vault in your plan. You can write now and keep it as a draft. {slots.advice}</p>
        </Notice>
      )}
      <div className="writing">
        <VaultFields {...shown} inviteLink={inviteLink} formId={formId} files={files} fields={fields} ticked={ticked} />
        <Card>
          <TextField
            field={fields.title}
            label="Memory Title"
            maxLength={TITLE_MAX_LENGTH}
            required
            hint={kind === "send-to-someone" ? "It’s the first thing they’ll see." : undefined}
          />
          {!isEdit && kind !== "memory-board" && (
            <details className="more">
              <summary>Who can read what</summary>
              <ReadersByTime isForSelf={kind === "future-self"} />
            </details>
          )}
        </Card>
        <div className="writing-side">
          <VaultSide {...shown} fields={fields} words={words} fillsInZone={mode === "new" && !answer} />
          <VaultActions {...shown} words={words} kept={kept} submitLabel={submitLabel} />
        </div>
      </div>
    </form>
  );
}

/** Only scheduling needs a complete form. */
const isToBeChecked = (event: FormEvent) => ["schedule", undefined].includes(intentOf(event));

/** Undefined for buttons of files. */
function intentOf(event: FormEvent): string | undefined {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return submitter?.getAttribute("name") === "intent" ? (submitter.getAttribute("value") ?? "") : undefined;
}

/** Errors of a submitted form, announced on load. */
function FormErrors({ form }: { form: AnyForm }) {
  const changes = useChanges(form.errors);
  if (form.status !== "error") return null;
  const { "": ofForm = [], ...ofFields } = form.allErrors as Record<string, string[]>;
  const summary = ofForm.length > 0 ? undefined : summaryOf(Object.values(ofFields).flat());
  if (!summary && ofForm.length === 0) return null;
  return (
    <Notice key={changes} kind="error" id={form.errorId} {...(summary && { title: summary.title })}>
      {(summary ? [summary.description] : ofForm).map((error) => (
        <p key={error}>{error}</p>
      ))}
    </Notice>
  );
}

type LimitDialog = typeof import("./limit-dialog").LimitDialog;

/** With JavaScript: a dialog about the plan's limit, then a toast. */
function OverLimit({ slots }: { slots: Slots }) {
  const [loaded, setLoaded] = useState<{ Dialog: LimitDialog }>();
  useEffect(() => {
    import("./limit-dialog").then(({ LimitDialog }) => setLoaded({ Dialog: LimitDialog }), ignore);
  }, []);
  return loaded ? <loaded.Dialog slots={slots} /> : null;
}

/** The form's error says it too. */
function ignore(): void {}
