import type { DefaultValue, Submission, SubmissionResult } from "@conform-to/react";
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { AnyField, AnyForm } from "./field-frame";
import { createFields, type Errors } from "./live-fields";

type FormSchema = z.ZodType<unknown, Record<string, unknown>>;
type Validate = (context: { form: HTMLFormElement; formData: FormData }) => Submission<unknown, string[]>;
type Options<Schema extends FormSchema> = {
  id: string;
  /** The server's reply to the last submission. */
  lastResult?: SubmissionResult<string[]> | null | undefined;
  defaultValue?: DefaultValue<z.input<Schema>>;
  /** Loads the validation on first focus, as reading the page does not need it. */
  rules: () => Promise<Validate>;
};

/**
 * A form that the server validates and, with JavaScript, the browser too: a field on blur, from then on at every input,
 * and all fields on submit. Both use the same schema. The browser needs no code of Conform for this.
 */
export function useLiveForm<Schema extends FormSchema>({ id, lastResult, defaultValue, rules }: Options<Schema>) {
  const [validate, setValidate] = useState<Validate>();
  const [initial] = useState<unknown>(lastResult?.initialValue ?? defaultValue ?? {});
  const [typed, setTyped] = useState<Record<string, string>>();
  const serverErrors = lastResult?.error;
  const replied = { serverErrors, errors: toErrors(serverErrors), status: lastResult?.status };
  const [result, setResult] = useState(replied);
  const checked = useRef(new Set<string>());
  if (result.serverErrors !== serverErrors) setResult(replied);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every refusal moves the focus, even with equal errors
  useEffect(() => {
    for (const name of Object.keys(result.errors)) checked.current.add(name);
    if (result.status === "error") focusFirstInvalid(document.getElementById(id));
  }, [id, result.serverErrors, result.status]);

  /** Validates the fields that were left before. Errors that only the server can find stay until their field changes. */
  function check(form: HTMLFormElement, rules: Validate, changed?: string): void {
    const found = findErrors(form, rules);
    const errors = Object.entries(found).filter(([name]) => checked.current.has(name));
    setResult((last) => {
      const fromServer = Object.entries(last.errors).filter(
        ([name]) => name !== changed && last.serverErrors?.[name] && !found[name],
      );
      // Until something is typed, a refusal stays one: its summary must not vanish when the rules arrive.
      const status = changed === undefined ? last.status : undefined;
      return { ...last, errors: Object.fromEntries([...fromServer, ...errors]), status };
    });
  }
  function onFocus({ currentTarget: form }: FocusEvent<HTMLFormElement>) {
    if (validate) return;
    rules().then((loaded) => {
      setValidate(() => loaded);
      if (form.isConnected && checked.current.size > 0) check(form, loaded);
    }, ignore);
  }
  function onInput({ currentTarget: form, target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    setTyped(textsOf(form));
    if (validate && checked.current.has(name)) check(form, validate, name);
  }
  function onBlur({ currentTarget: form, target }: FocusEvent<HTMLFormElement>) {
    if (!isField(target)) return;
    checked.current.add(target.name);
    if (validate) check(form, validate);
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const errors = validate ? findErrors(form, validate) : {};
    if (Object.keys(errors).length === 0) return;
    event.preventDefault();
    setResult({ ...result, errors, status: "error" });
    // The state may be unchanged, so no effect would move the focus.
    requestAnimationFrame(() => focusFirstInvalid(form));
  }

  const errorId = `${id}-error`;
  const errors = result.errors[""];
  const form = { id, errorId, errors, allErrors: result.errors, status: result.status } as unknown as AnyForm;
  const fields = createFields({ formId: id, initial, typed, errors: result.errors });
  const props = { id, noValidate: true, onFocus, onInput, onBlur, onSubmit };
  return [
    form,
    fields as Record<keyof z.input<Schema>, AnyField>,
    { ...props, ...(errors && { "aria-describedby": errorId }) },
  ] as const;
}

function toErrors(serverErrors: Record<string, string[] | null> | null | undefined): Errors {
  return Object.fromEntries(
    Object.entries(serverErrors ?? {}).flatMap(([name, errors]) => (errors ? [[name, errors] as const] : [])),
  );
}

function findErrors(form: HTMLFormElement, validate: Validate): Errors {
  const submission = validate({ form, formData: new FormData(form) });
  return submission.status === "error" ? toErrors(submission.error) : {};
}

function focusFirstInvalid(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}

const isField = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLElement && target.matches("input:not([type=hidden], [type=file]), select, textarea");

function textsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Without the rules, the server validates alone. */
function ignore(): void {}
