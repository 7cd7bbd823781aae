import { getFormProps, type Submission, useForm } from "@conform-to/react";
import { useEffect, useState } from "react";
import type { z } from "zod";

type FormSchema = z.ZodType<unknown, Record<string, unknown>>;
type Validate<Schema extends FormSchema> = (context: { formData: FormData }) => Submission<z.output<Schema>, string[]>;
type Options<Schema extends FormSchema> = Parameters<typeof useForm<z.input<Schema>, z.output<Schema>, string[]>>[0] & {
  /** The rules of the form, fetched when somebody begins to fill it in: reading a page needs none of them. */
  rules: () => Promise<Validate<Schema>>;
};

/**
 * A form that the server checks, and that checks itself as well while it is filled in, as far as there is script.
 * Both go by the same rules.
 */
export function useLiveForm<Schema extends FormSchema>({ rules, ...options }: Options<Schema>) {
  const [validate, setValidate] = useState<Validate<Schema>>();
  const [form, fields] = useForm<z.input<Schema>, z.output<Schema>, string[]>({
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    ...options,
    onValidate: validate,
    // Until then conform would ask the server each time that somebody leaves a field.
    ...(!validate && { shouldValidate: "onSubmit", shouldRevalidate: "onSubmit" }),
  });
  const { id, lastResult } = options;
  useEffect(() => {
    if (lastResult?.error) document.querySelector<HTMLElement>(`#${id} [aria-invalid=true]`)?.focus();
  }, [id, lastResult]);
  const fetchRules = () => {
    if (!validate) rules().then((loaded) => setValidate(() => loaded), ignore);
  };
  return [form, fields, { ...getFormProps(form), onFocus: fetchRules }] as const;
}

/** Without its rules the form is checked by the server alone. */
function ignore(): void {}
