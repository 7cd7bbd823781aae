import type { SubmissionResult } from "@conform-to/react";
import type { secondStepSchema } from "~/domain/account/account-schema";
import { Button } from "../base/button";
import { CodeField } from "../base/code-field";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";

type Props = {
  by: "app" | "recovery";
  /** The same page for the other kind of code. */
  otherHref: string;
  lastResult?: SubmissionResult<string[]> | undefined;
};

export function SecondStepForm({ by, otherHref, lastResult }: Props) {
  const [form, fields, formProps] = useLiveForm<typeof secondStepSchema>({
    id: "second-step",
    lastResult,
    rules: () => import("~/domain/account/account-rules").then((rules) => rules.secondStepRules),
  });
  const isApp = by === "app";
  return (
    <form method="post" {...formProps} className="stack">
      <CsrfField />
      <ErrorSummary form={form} />
      {isApp ? (
        <CodeField
          field={fields.code}
          label="The six digits from your app"
          hint="They change every 30 seconds."
          isFocused
        />
      ) : (
        <TextField
          field={fields.code}
          label="Recovery code"
          autoComplete="off"
          spellCheck={false}
          required
          hint="20 letters and digits; dashes, spaces and capitals don’t matter. Each code works once."
        />
      )}
      <Button size="form">Log in</Button>
      <p className="small">
        <a href={otherHref}>{isApp ? "No phone at hand? Use a recovery code" : "Use your app instead"}</a>
      </p>
    </form>
  );
}
