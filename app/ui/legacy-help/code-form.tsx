import type { SubmissionResult } from "@conform-to/react";
import type { openingCodeSchema } from "~/domain/codes/one-time-code";
import { Button } from "../base/button";
import { CodeField } from "../base/code-field";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary } from "../base/field";
import { useLiveForm } from "../base/live-form";

/** Sends and checks a one-time code: POST to `path` checks it, POST to `path` + `/code` sends it. */
export function CodeForm({
  path,
  isCodeSent,
  lastResult,
}: {
  path: string;
  isCodeSent: boolean;
  lastResult?: SubmissionResult<string[]> | null | undefined;
}) {
  const [form, fields, formProps] = useLiveForm<typeof openingCodeSchema>({
    id: "opening",
    lastResult,
    rules: () => import("~/domain/codes/one-time-code-rules").then((rules) => rules.openingCodeRules),
  });
  if (!isCodeSent) {
    return (
      <form method="post" action={`${path}/code`} className="stack">
        <CsrfField />
        <ErrorSummary form={form} />
        <Button size="form">Send me the code</Button>
      </form>
    );
  }
  return (
    <>
      <form method="post" action={`${path}?code=sent`} {...formProps} className="stack">
        <CsrfField />
        <ErrorSummary form={form} />
        <CodeField field={fields.code} label="The six digits from our email" hint="It works for 10 minutes." />
        <Button size="form">Open it</Button>
      </form>
      <form method="post" action={`${path}/code`}>
        <CsrfField />
        <Button variant="quiet">Send a new code</Button>
      </form>
    </>
  );
}
