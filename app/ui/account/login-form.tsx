import { PASSWORD_MAX_LENGTH } from "~/domain/account/account";
import type { loginSchema } from "~/domain/account/account-schema";
import { Button, ButtonLink } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { type AuthFormProps, authHref } from "./form-props";
import { PasskeyForm, usePasskeys } from "./passkey-form";

export function LoginForm({ lastResult, redirectTo }: AuthFormProps) {
  const [form, fields, formProps] = useLiveForm<typeof loginSchema>({
    id: "login",
    lastResult,
    rules: () => import("~/domain/account/account-rules").then((rules) => rules.loginRules),
  });
  return (
    <div className="stack">
      <form method="post" {...formProps} className="stack">
        <CsrfField />
        <ErrorSummary form={form} />
        <TextField field={fields.email} label="Email" type="email" autoComplete="username" required />
        <TextField
          field={fields.password}
          label="Password"
          type="password"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX_LENGTH}
          required
        />
        <Button size="form">Log in</Button>
        <p className="small">
          <a href={authHref("reset", redirectTo)}>Forgot your password?</a>
        </p>
        <p className="small">
          New here? <a href={authHref("signup", redirectTo)}>Sign up</a>
        </p>
      </form>
      <div className="stack">
        <ButtonLink variant="secondary" href={authHref("link", redirectTo)}>
          Email me a login link
        </ButtonLink>
        <PasskeyLogin redirectTo={redirectTo} />
      </div>
    </div>
  );
}

function PasskeyLogin({ redirectTo }: Pick<AuthFormProps, "redirectTo">) {
  if (!usePasskeys()) return null;
  const query = redirectTo ? `?${new URLSearchParams({ redirectTo })}` : "";
  return (
    <PasskeyForm kind="sign_in" action={`/auth/passkey${query}`} optionsPath="/auth/passkey/options">
      <Button variant="secondary">Use a passkey</Button>
    </PasskeyForm>
  );
}
