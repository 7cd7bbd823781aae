import type { SubmissionResult } from "@conform-to/react";
import { PASSWORD_MAX_LENGTH, PASSWORD_TOO_SHORT } from "~/domain/account/account";
import type { changePasswordSchema } from "~/domain/account/account-schema";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";

type Props = { email: string; lastResult?: SubmissionResult<string[]> | undefined };

export function PasswordPage({ email, lastResult }: Props) {
  const [form, fields, formProps] = useLiveForm<typeof changePasswordSchema>({
    id: "change-password",
    lastResult,
    rules: () => import("~/domain/account/account-rules").then((rules) => rules.changePasswordRules),
  });
  const typed = String(fields.password.value ?? "");
  const isTooShort = form.status === "error" && fields.password.errors?.includes(PASSWORD_TOO_SHORT.description);
  return (
    <>
      <PageHead
        title="Password"
        lede="A few words that only you would put together are best."
        back={{ href: "/settings", label: "Settings" }}
      />
      <Card>
        <form method="post" {...formProps} className="stack">
          <CsrfField />
          <ErrorSummary form={form} />
          {isTooShort && <Notice kind="error" title={PASSWORD_TOO_SHORT.title} />}
          {/* For password managers. */}
          <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
          <TextField
            field={fields.password}
            label="New password"
            type="password"
            autoComplete="new-password"
            maxLength={PASSWORD_MAX_LENGTH}
            required
            hint="At least 6 characters, and not one that others would guess."
          />
          <TextField
            field={fields.confirmPassword}
            label="Confirm new password"
            type="password"
            autoComplete="new-password"
            maxLength={PASSWORD_MAX_LENGTH}
            required
            hint={typed !== "" && typed === fields.confirmPassword.value ? "Passwords match" : "Type it again."}
          />
          <Button size="form">Change password</Button>
          <p className="small">Every other device is logged out, and we email you that your password was changed.</p>
        </form>
      </Card>
      <p className="small">
        There are other <a href="/settings/sign-in">ways to log in</a>, too.
      </p>
    </>
  );
}
