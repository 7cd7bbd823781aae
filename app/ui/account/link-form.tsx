import type { resetSchema } from "~/domain/account/account-schema";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { type AuthFormProps, authHref } from "./form-props";

export function LinkForm({ lastResult, redirectTo }: AuthFormProps) {
  const [form, fields, formProps] = useLiveForm<typeof resetSchema>({
    id: "link",
    lastResult,
    rules: () => import("~/domain/account/account-rules").then((rules) => rules.resetRules),
  });
  return (
    <form method="post" {...formProps} className="stack">
      <CsrfField />
      <ErrorSummary form={form} />
      <TextField field={fields.email} label="Email" type="email" autoComplete="username" required />
      <Button size="form">Email me a link</Button>
      <p className="small">
        <a href={authHref("login", redirectTo)}>Back to log in</a>
      </p>
    </form>
  );
}
