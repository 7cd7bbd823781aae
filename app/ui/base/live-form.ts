import type { DefaultValue, Submission, SubmissionResult } from "@conform-to/react";
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { AnyField, AnyForm } from "./field-frame";
import { createFields, type Errors } from "./live-fields";

type FormSchema = z.ZodType<unknown, Record<string, unknown>>;
type Validate = (context: { form: HTMLFormElement; formData: FormData }) => Submission<unknown, string[]>;
type Options<Schema extends FormSchema> = {
  id: string;
  lastResult?: SubmissionResult<string[]> | null | undefined;
  defaultValue?: DefaultValue<z.input<Schema>>;
  /** Loaded on first focus: most visitors of a page never need it. */
  rules: () => Promise<Validate>;
};

/**
 * Validates with the same schema on the server and, with JavaScript, in the browser: a field on blur, once it was
 * filled in, and then on every input, all fields on submit. Ships no Conform code to the browser.
 */
export function useLiveForm<Schema extends FormSchema>({ id, lastResult, defaultValue, rules }: Options<Schema>) {
  // Handlers read it at once: a field may be left before the next render.
  const validate = useRef<Validate>();
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
    if (result.status === "error") showFirstError(document.getElementById(id));
  }, [id, result.serverErrors, result.status]);

  /** Checks fields that were blurred before. Server-only errors stay until their field changes. */
  function check(form: HTMLFormElement, rules: Validate, changed?: string): void {
    const found = findErrors(form, rules);
    const errors = Object.entries(found).filter(([name]) => checked.current.has(name));
    setResult((last) => {
      const fromServer = Object.entries(last.errors).filter(
        ([name]) => name !== changed && last.serverErrors?.[name] && !found[name],
      );
      // Keeps the summary of a refusal until something is typed.
      const status = changed === undefined ? last.status : undefined;
      return { ...last, errors: Object.fromEntries([...fromServer, ...errors]), status };
    });
  }
  function onFocus({ currentTarget: form }: FocusEvent<HTMLFormElement>) {
    if (validate.current) return;
    rules().then((loaded) => {
      validate.current = loaded;
      if (form.isConnected && checked.current.size > 0) check(form, loaded);
    }, ignore);
  }
  function onInput({ currentTarget: form, target }: FormEvent<HTMLFormElement>) {
    const { name, type, value } = target as HTMLInputElement;
    // Reading the whole form on every key is slow on old phones.
    const isTextField = isText(target);
    setTyped((last) => (last && isTextField ? { ...last, [name]: value } : textsOf(form)));
    // A date has a value as soon as its year is begun, with leading zeros.
    if (type === "date" && value >= "1000") checked.current.add(name);
    if (validate.current && checked.current.has(name)) check(form, validate.current, name);
  }
  function onBlur({ currentTarget: form, target }: FocusEvent<HTMLFormElement>) {
    if (!isField(target)) return;
    // An empty field that was only tabbed through is not an error yet.
    if (target.value !== "") checked.current.add(target.name);
    const { current: rules } = validate;
    if (!rules) return;
    // An error must not move the button while it is being clicked.
    if (document.querySelector("button:active, a:active")) {
      document.addEventListener("click", () => form.isConnected && check(form, rules), { once: true });
    } else check(form, rules);
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const errors = validate.current ? findErrors(form, validate.current) : {};
    if (Object.keys(errors).length === 0) return;
    event.preventDefault();
    setResult({ ...result, errors, status: "error" });
    // Unchanged state runs no effect, so move the focus here.
    requestAnimationFrame(() => showFirstError(form));
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

/** Unfolds the fields with errors, and focuses the first one, or the error of the whole form. */
function showFirstError(form: HTMLElement | null): void {
  const [...fields] = form?.querySelectorAll<HTMLElement>("[aria-invalid=true]") ?? [];
  for (const field of fields) field.closest("details")?.setAttribute("open", "");
  if (fields[0]) fields[0].focus();
  else document.getElementById(`${form?.id}-error`)?.scrollIntoView({ block: "center" });
}

const isField = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLElement && target.matches("input:not([type=hidden], [type=file]), select, textarea");

const isText = (target: EventTarget) =>
  target instanceof HTMLElement && target.matches("textarea, input:not([type=checkbox], [type=radio])");

function textsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** The server validates anyway. */
function ignore(): void {}
