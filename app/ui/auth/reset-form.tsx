import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { resetSchema } from "~/domain/account/account";
import { Button } from "../button";
import { CsrfField } from "../csrf-field";
import { ErrorSummary, TextField } from "../field";
import { type AuthFormProps, authHref } from "./form-props";

export function ResetForm({ lastResult, redirectTo }: AuthFormProps) {
  const [form, fields] = useForm({
    id: "reset",
    lastResult,
    constraint: getZodConstraint(resetSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: resetSchema }),
    shouldRevalidate: "onInput",
  });
  return (
    <form method="post" {...getFormProps(form)} className="stack">
      <CsrfField />
      <ErrorSummary form={form} />
      <TextField field={fields.email} label="Email" type="email" autoComplete="username" />
      <Button size="form">Send reset link</Button>
      <p className="small">
        <a href={authHref("login", redirectTo)}>Back to log in</a>
      </p>
    </form>
  );
}
