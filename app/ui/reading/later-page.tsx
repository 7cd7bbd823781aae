import type { SubmissionResult } from "@conform-to/react";
import type { putOffSchema } from "~/domain/delivery/put-off-schema";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { PageHead } from "../base/page-head";

type Later = {
  link: string;
  senderName: string;
  isToSender: boolean;
  /** The day chosen earlier, `YYYY-MM-DD` and in words. */
  chosen: string | null;
  remindOn: string | null;
  first: string;
  last: string;
  lastResult?: SubmissionResult<string[]> | undefined;
};

export function LaterPage({ link, senderName, isToSender, chosen, remindOn, first, last, lastResult }: Later) {
  const [form, fields, formProps] = useLiveForm<typeof putOffSchema>({
    id: "later",
    lastResult,
    defaultValue: { date: chosen ?? "" },
    rules: () => import("~/domain/delivery/put-off-rules").then((rules) => rules.putOffRules),
  });
  return (
    <>
      <PageHead
        title="When should we remind you?"
        lede={`What ${isToSender ? "you kept" : `${senderName} kept for you`} stays here as it is. We’ll send you one email on the morning of that day, and none before.`}
        back={{ href: `/open/${link}`, label: "Back" }}
      />
      <Card>
        <form method="post" {...formProps} className="stack">
          <CsrfField />
          {remindOn && <p>We’ll remind you on {remindOn}, unless you choose another day.</p>}
          <ErrorSummary form={form} />
          <TextField field={fields.date} label="Day" type="date" min={first} max={last} required />
          <Button size="form">Remind me then</Button>
        </form>
      </Card>
    </>
  );
}
