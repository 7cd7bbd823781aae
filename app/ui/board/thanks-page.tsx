import type { SubmissionResult } from "@conform-to/react";
import { THANKS_MAX_LENGTH, type thanksSchema } from "~/domain/board/thanks-schema";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextArea } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { PageHead } from "../base/page-head";

type ThanksPageProps = {
  title: string;
  path: string;
  people: number;
  formId: string;
  lastResult?: SubmissionResult<string[]> | undefined;
};

export function ThanksPage({ title, path, people, formId, lastResult }: ThanksPageProps) {
  const [form, fields, formProps] = useLiveForm<typeof thanksSchema>({
    id: "thanks",
    lastResult,
    rules: () => import("~/domain/board/thanks-rules").then((rules) => rules.thanksRules),
  });
  return (
    <>
      <PageHead
        title="Thank everyone"
        kicker={<span dir="auto">{title}</span>}
        lede={
          people === 1
            ? "One person made this board for you."
            : `${people} people made this board for you. One message reaches them all.`
        }
        back={{ href: path, label: "Back to the board" }}
      />
      <Card>
        <form method="post" action={`${path}/thanks`} className="stack" {...formProps}>
          <CsrfField />
          <input type="hidden" name="formId" value={String(lastResult?.initialValue?.formId ?? formId)} />
          <ErrorSummary form={form} />
          <TextArea
            field={fields.text}
            label="Your words to all of them"
            hint="They go by email to the host, and to every guest who left an address."
            letter
            maxLength={THANKS_MAX_LENGTH}
          />
          <Button size="form">Send my thanks</Button>
        </form>
      </Card>
    </>
  );
}
