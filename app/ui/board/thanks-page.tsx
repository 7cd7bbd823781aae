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
  /** How many people made the board. */
  people: number;
  /** How many of them get the message: those whose email we have. */
  reached: number;
  formId: string;
  lastResult?: SubmissionResult<string[]> | undefined;
};

export function ThanksPage({ title, path, people, reached, formId, lastResult }: ThanksPageProps) {
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
        lede={`${people === 1 ? "One person" : `${people} people`} made this board for you.${reachInWords(people, reached)}`}
        back={{ href: path, label: "Back to the board" }}
      />
      {reached > 0 && (
        <Card>
          <form method="post" action={`${path}/thanks`} className="stack" {...formProps}>
            <CsrfField />
            <input type="hidden" name="formId" value={String(lastResult?.initialValue?.formId ?? formId)} />
            <ErrorSummary form={form} />
            <TextArea
              field={fields.text}
              label="Your words to all of them"
              hint="They go by email to everyone who added something and confirmed their email."
              letter
              maxLength={THANKS_MAX_LENGTH}
            />
            <Button size="form">Send my thanks</Button>
          </form>
        </Card>
      )}
    </>
  );
}

function reachInWords(people: number, reached: number): string {
  if (reached === 0) return " We can’t write to them, as we have no email of theirs.";
  if (people === 1) return "";
  if (reached >= people) return " One message reaches them all.";
  return ` One message reaches the ${reached === 1 ? "one" : reached} whose email we have.`;
}
