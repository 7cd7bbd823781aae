import { PASSWORD_MAX_LENGTH } from "~/domain/account/account";
import type { confirmPasswordSchema } from "~/domain/account/account-schema";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import type { AuthFormProps } from "./form-props";

export function ConfirmPasswordForm({ lastResult, email }: Pick<AuthFormProps, "lastResult"> & { email: string }) {
  const [form, fields, formProps] = useLiveForm<typeof confirmPasswordSchema>({
    id: "confirm-password",
    lastResult,
    rules: () => import("~/domain/account/account-rules").then((rules) => rules.confirmPasswordRules),
  });
  return (
    <form method="post" {...formProps} className="stack">
      <CsrfField />
      <ErrorSummary form={form} />
      {/* For password managers. */}
      <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <TextField
        field={fields.password}
        label="Password"
        type="password"
        autoComplete="current-password"
        maxLength={PASSWORD_MAX_LENGTH}
        required
      />
      <Button size="form">Continue</Button>
      <p className="small">
        <a href="/auth?mode=reset">Forgot your password?</a>
      </p>
    </form>
  );
}
