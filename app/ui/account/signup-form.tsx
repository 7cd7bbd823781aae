import type { signupSchema } from "~/domain/account/account-schema";
import { isMailAddress } from "~/domain/account/mail-address";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { type AuthFormProps, authHref } from "./form-props";
import { PasswordFields } from "./password-fields";

export function SignupForm({ lastResult, redirectTo, hasSms }: AuthFormProps) {
  const [form, fields, formProps] = useLiveForm<typeof signupSchema>({
    id: "signup",
    lastResult,
    rules: () => import("~/domain/account/account-rules").then((rules) => rules.signupRules),
  });
  const isEmail = isMailAddress(String(fields.email.value ?? "").trim());
  return (
    <form method="post" {...formProps} className="stack">
      <CsrfField />
      <ErrorSummary form={form} />
      <TextField
        field={fields.email}
        label="Email"
        type="email"
        autoComplete="email"
        hint={isEmail ? "Valid email address" : "We’ll send one email to confirm it."}
        required
      />
      <PasswordFields password={fields.password} confirmPassword={fields.confirmPassword} />
      <TextField field={fields.fullName} label="Full name" autoComplete="name" maxLength={200} required />
      {hasSms && (
        <TextField
          field={fields.phone}
          label="Phone (optional)"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          hint="Please start with the country code, such as +49. We text it only if a message to your future self can’t reach you by email."
        />
      )}
      <input type="hidden" name={fields.timeZone.name} ref={fillTimeZone} />
      <p className="small">
        By signing up you accept our <a href="/terms">terms</a>. Our <a href="/privacy">privacy page</a> says what we
        store, and why.
      </p>
      <Button size="form">Sign up</Button>
      <p className="small">
        Already have an account? <a href={authHref("login", redirectTo)}>Log in</a>
      </p>
    </form>
  );
}

/** Fills in the browser's IANA time zone. Without JavaScript the field stays empty and means UTC. */
function fillTimeZone(input: HTMLInputElement | null): void {
  if (input) input.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
