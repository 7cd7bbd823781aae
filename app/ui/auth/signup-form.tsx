import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { EMAIL_PATTERN, isStrongPassword, signupSchema } from "~/domain/account/account";
import { Button } from "../button";
import { CsrfField } from "../csrf-field";
import { ErrorSummary, TextField } from "../field";
import { type AuthFormProps, authHref } from "./form-props";
import { liveHint } from "./live-hint";
import { PasswordFields } from "./password-fields";
import { fillTimeZone } from "./time-zone";

export function SignupForm({ lastResult, redirectTo }: AuthFormProps) {
  const [form, fields] = useForm({
    id: "signup",
    lastResult,
    constraint: getZodConstraint(signupSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: signupSchema }),
    shouldRevalidate: "onInput",
  });
  return (
    <form method="post" {...getFormProps(form)} className="stack">
      <CsrfField />
      <ErrorSummary form={form} />
      <TextField field={fields.fullName} label="Full name" autoComplete="name" />
      <TextField
        field={fields.email}
        label="Email"
        type="email"
        autoComplete="email"
        hint={liveHint(
          EMAIL_PATTERN.test(fields.email.value ?? ""),
          "Valid email address",
          "We send one mail to verify it.",
        )}
      />
      <TextField field={fields.phone} label="Phone (optional)" type="tel" autoComplete="tel" />
      <PasswordFields password={fields.password} confirmPassword={fields.confirmPassword} isStrong={isStrongPassword} />
      <input type="hidden" name={fields.timeZone.name} ref={fillTimeZone} />
      <Button size="form">Sign up</Button>
      <p className="small">
        Already have an account? <a href={authHref("login", redirectTo)}>Log in</a>
      </p>
    </form>
  );
}
