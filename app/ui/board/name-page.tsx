import type { SubmissionResult } from "@conform-to/react";
import { GUEST_NAME_MAX_LENGTH, type guestNameSchema } from "~/domain/board/join-schema";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";

type NamePageProps = { action: string; name: string; lastResult?: SubmissionResult<string[]> | undefined };

export function NamePage({ action, name, lastResult }: NamePageProps) {
  const [form, fields, formProps] = useLiveForm<typeof guestNameSchema>({
    id: "guest-name",
    lastResult,
    defaultValue: { name },
    rules: () => import("~/domain/board/join-rules").then((rules) => rules.nameRules),
  });
  return (
    <>
      <header className="party-head">
        <h1>Your name</h1>
        <p>It’s shown under your pieces. Other guests and the recipient see your name, and nothing else about you.</p>
      </header>
      <form method="post" action={action} {...formProps} className="stack">
        <CsrfField />
        <ErrorSummary form={form} />
        <TextField
          field={fields.name}
          label="Your name"
          autoComplete="name"
          maxLength={GUEST_NAME_MAX_LENGTH}
          required
        />
        <Button size="form">Save</Button>
      </form>
    </>
  );
}
