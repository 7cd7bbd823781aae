import { PASSWORD_MAX_LENGTH } from "~/domain/account/account";
import type { confirmPasswordSchema } from "~/domain/account/account-schema";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import type { AuthFormProps } from "./form-props";
import { PasskeyForm, usePasskeys } from "./passkey-form";

type Props = Pick<AuthFormProps, "lastResult"> & {
  email: string;
  hasPasskeys: boolean;
  /** Whether the account takes links that log in. */
  takesLinks: boolean;
  /** Leads back to the page that asked. */
  query: string;
};

export function ConfirmPasswordForm({ lastResult, email, hasPasskeys, takesLinks, query }: Props) {
  const [form, fields, formProps] = useLiveForm<typeof confirmPasswordSchema>({
    id: "confirm-password",
    lastResult,
    rules: () => import("~/domain/account/account-rules").then((rules) => rules.confirmPasswordRules),
  });
  return (
    <div className="stack">
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
      {hasPasskeys && <ConfirmByPasskey query={query} />}
      {takesLinks && (
        <form method="post" action={`/auth${query}&mode=link`} className="stack">
          <CsrfField />
          <input type="hidden" name="email" value={email} />
          <Button variant="secondary">Email me a login link</Button>
          <p className="small">Don’t know your password? The link logs you in and brings you back to where you were.</p>
        </form>
      )}
    </div>
  );
}

function ConfirmByPasskey({ query }: Pick<Props, "query">) {
  if (!usePasskeys()) return null;
  return (
    <PasskeyForm
      kind="sign_in"
      action={`/confirm-password/passkey${query}`}
      optionsPath="/confirm-password/passkey/options"
    >
      <Button variant="secondary">Use a passkey</Button>
    </PasskeyForm>
  );
}
