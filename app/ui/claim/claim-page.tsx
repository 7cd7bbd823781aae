import type { SubmissionResult } from "@conform-to/react";
import type { claimSchema } from "~/domain/claim/claim-schema";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { EnvelopeBack } from "../reading/envelope-back";

/** What a card may show before the delivery day. */
export type Waiting = { code: string; until: string; time: string };

export function ClaimPage({
  code,
  waiting,
  lastResult,
}: {
  /** From the card's QR code. */
  code: string;
  waiting: Waiting | null;
  lastResult?: SubmissionResult<string[]> | undefined;
}) {
  const [form, fields, formProps] = useLiveForm<typeof claimSchema>({
    id: "claim",
    lastResult,
    defaultValue: { code },
    rules: () => import("~/domain/claim/claim-rules").then((rules) => rules.claimRules),
  });
  return (
    <>
      <div className="claim-envelope">
        <EnvelopeBack name="" day="" />
      </div>
      <PageHead
        title="You have a claim card"
        lede="From its day on, the code on the card opens what was kept for you."
      />
      {waiting && (
        <Notice title="Something is waiting for you">
          <p>
            It opens on <strong>{waiting.until}</strong> at {waiting.time}. Please keep the card safe until then.
          </p>
          <form method="post" action="/claim/calendar">
            <CsrfField />
            <input type="hidden" name="code" value={waiting.code} />
            <Button variant="secondary">Add the day to your calendar</Button>
          </form>
        </Notice>
      )}
      <Card>
        <form method="post" action="/claim" {...formProps} className="stack">
          <CsrfField />
          <ErrorSummary form={form} />
          <TextField
            field={fields.code}
            label="The code on the card"
            hint="Five groups of four. Capitals, spaces and dashes make no difference."
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            required
          />
          <Button size="form">Open it</Button>
        </form>
      </Card>
    </>
  );
}
