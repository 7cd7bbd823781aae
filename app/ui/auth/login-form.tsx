import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { loginSchema } from "~/domain/account/account";
import { Button } from "../button";
import { CsrfField } from "../csrf-field";
import { ErrorSummary, TextField } from "../field";
import { type AuthFormProps, authHref } from "./form-props";

export function LoginForm({ lastResult, redirectTo }: AuthFormProps) {
  const [form, fields] = useForm({
    id: "login",
    lastResult,
    constraint: getZodConstraint(loginSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: loginSchema }),
    shouldRevalidate: "onInput",
  });
  return (
    <form method="post" {...getFormProps(form)} className="stack">
      <CsrfField />
      <ErrorSummary form={form} />
      <TextField field={fields.email} label="Email" type="email" autoComplete="username" />
      <TextField field={fields.password} label="Password" type="password" autoComplete="current-password" />
      <Button size="form">Log in</Button>
      <p className="small">
        <a href={authHref("reset", redirectTo)}>Forgot your password?</a>
      </p>
      <p className="small">
        New here? <a href={authHref("signup", redirectTo)}>Sign up</a>
      </p>
    </form>
  );
}
