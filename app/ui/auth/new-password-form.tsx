import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { isStrongPassword, newPasswordSchema } from "~/domain/account/account";
import { Button } from "../button";
import { CsrfField } from "../csrf-field";
import { ErrorSummary } from "../field";
import type { AuthFormProps } from "./form-props";
import { PasswordFields } from "./password-fields";

export function NewPasswordForm({ lastResult }: AuthFormProps) {
  const [form, fields] = useForm({
    id: "new-password",
    lastResult,
    constraint: getZodConstraint(newPasswordSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: newPasswordSchema }),
    shouldRevalidate: "onInput",
  });
  return (
    <form method="post" {...getFormProps(form)} className="stack">
      <CsrfField />
      <ErrorSummary form={form} />
      <PasswordFields password={fields.password} confirmPassword={fields.confirmPassword} isStrong={isStrongPassword} />
      <Button size="form">Set new password</Button>
    </form>
  );
}
