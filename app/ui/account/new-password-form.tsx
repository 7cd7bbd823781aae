import type { newPasswordSchema } from "~/domain/account/account-schema";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary } from "../base/field";
import { useLiveForm } from "../base/live-form";
import type { AuthFormProps } from "./form-props";
import { PasswordFields } from "./password-fields";

export function NewPasswordForm({ lastResult }: AuthFormProps) {
  const [form, fields, formProps] = useLiveForm<typeof newPasswordSchema>({
    id: "new-password",
    lastResult,
    rules: () => import("~/domain/account/account-rules").then((rules) => rules.newPasswordRules),
  });
  return (
    <form method="post" {...formProps} className="stack">
      <CsrfField />
      <ErrorSummary form={form} />
      <PasswordFields password={fields.password} confirmPassword={fields.confirmPassword} />
      <Button size="form">Set new password</Button>
    </form>
  );
}
