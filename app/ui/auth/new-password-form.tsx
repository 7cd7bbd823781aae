import type { newPasswordSchema } from "~/domain/account/account-schema";
import { Button } from "../button";
import { CsrfField } from "../csrf-field";
import { ErrorSummary } from "../field";
import { useLiveForm } from "../live-form";
import type { AuthFormProps } from "./form-props";
import { PasswordFields } from "./password-fields";

export function NewPasswordForm({ lastResult }: AuthFormProps) {
  const [form, fields, formProps] = useLiveForm<typeof newPasswordSchema>({
    id: "new-password",
    lastResult,
    rules: () => import("~/domain/account/account-rules").then((rules) => rules.newPassword),
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
