import type { DefaultValue, Submission, SubmissionResult } from "@conform-to/react";
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { AnyField, AnyForm } from "./field-frame";
import { type Errors, fieldsOf } from "./live-fields";

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
  const answer = lastResult?.error;
  const [said, setSaid] = useState({ by: answer, errors: errorsIn(answer), status: lastResult?.status });
  const checked = useRef(new Set<string>());
  if (said.by !== answer) setSaid({ by: answer, errors: errorsIn(answer), status: lastResult?.status });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal leads to the first field that is wrong
  useEffect(() => {
    for (const name of Object.keys(said.errors)) checked.current.add(name);
    if (said.status === "error") document.querySelector<HTMLElement>(`#${id} [aria-invalid=true]`)?.focus();
  }, [id, said.by, said.status]);

  function wrongIn(form: HTMLFormElement): Errors {
    const submission = validate?.({ form, formData: new FormData(form) });
    return submission?.status === "error" ? errorsIn(submission.error) : {};
  }

  /** Errors that only the server can find stay until their field changes. */
  function check(form: HTMLFormElement, changed: string): void {
    const wrong = wrongIn(form);
    const errors = Object.entries(wrong).filter(([name]) => checked.current.has(name));
    const others = Object.entries(said.errors).filter(
      ([name]) => name !== changed && isServersOwn(said.by, name, wrong),
    );
    setSaid({ ...said, errors: Object.fromEntries([...others, ...errors]), status: undefined });
  }
  function onInput({ currentTarget: form, target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    setTyped(textsOf(form));
    if (validate && checked.current.has(name)) check(form, name);
  }
  function onBlur({ currentTarget: form, target }: FocusEvent<HTMLFormElement>) {
    if (!isField(target)) return;
    checked.current.add(target.name);
    if (validate) check(form, "");
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the rules come, what was left before is checked
  useEffect(() => {
    const form = document.getElementById(id);
    if (validate && form && checked.current.size > 0) check(form as HTMLFormElement, "");
  }, [validate]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const errors = validate ? wrongIn(event.currentTarget) : {};
    if (Object.keys(errors).length === 0) return;
    event.preventDefault();
    const form = event.currentTarget;
    setSaid({ ...said, errors, status: "error" });
    // The state may be unchanged, so no effect would move the focus.
    requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  }
  const fetchRules = () => {
    if (!validate) rules().then((loaded) => setValidate(() => loaded), ignore);
  };

  const errorId = `${id}-error`;
  const errors = said.errors[""];
  const form = { id, errorId, errors, allErrors: said.errors, status: said.status } as unknown as AnyForm;
  const fields = fieldsOf({ formId: id, initial, typed, errors: said.errors });
  const props = { id, noValidate: true, onFocus: fetchRules, onInput, onBlur, onSubmit };
  return [
    form,
    fields as Record<keyof z.input<Schema>, AnyField>,
    { ...props, ...(errors && { "aria-describedby": errorId }) },
  ] as const;
}

type Answered = Record<string, string[] | null> | null | undefined;

function errorsIn(answer: Answered): Errors {
  return Object.fromEntries(
    Object.entries(answer ?? {}).flatMap(([name, errors]) => (errors ? [[name, errors] as const] : [])),
  );
}

const isServersOwn = (answer: Answered, name: string, wrong: Errors) => Boolean(answer?.[name]) && !wrong[name];

const isField = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLElement && target.matches("input:not([type=hidden], [type=file]), select, textarea");

function textsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Without the rules, the server validates alone. */
function ignore(): void {}
